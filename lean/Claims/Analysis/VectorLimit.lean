module

public import Claims.Analysis.Completeness
public import Claims.Analysis.Continuity
public import Claims.LinearAlgebra.Norm
public import Claims.LinearAlgebra.Matrix

/-!
# Limits of sequences of vectors

Convergence of vectors, coordinate by coordinate; the theorem of Bolzano and Weierstrass in `d` dimensions;
and that a continuous function on a closed bounded set, such as the unit sphere, attains its maximum.
-/

@[expose] public section

namespace Claims

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {d m : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The sequence of vectors `a` converges to `l`: every coordinate does. -/
def VecTendsTo (a : Nat → Fin d → R) (l : Fin d → R) : Prop := ∀ i, TendsTo (fun n => a n i) (l i)

/-! ## Rules -/

/-- The limit of a finite sum. -/
theorem TendsTo.sum {a : Nat → Fin d → R} {l : Fin d → R} (h : ∀ i, TendsTo (fun n => a n i) (l i)) :
    TendsTo (fun n => Claims.sum (a n)) (Claims.sum l) := by
  induction d with
  | zero => exact tendsTo_const 0
  | succ d ih => exact (h 0).add (ih (a := fun n i => a n i.succ) fun i => h i.succ)

/-- A sequence of vectors has at most one limit. -/
theorem VecTendsTo.unique {a : Nat → Fin d → R} {l k : Fin d → R} (hl : VecTendsTo a l)
    (hk : VecTendsTo a k) : l = k := funext fun i => (hl i).unique (hk i)

/-- A reindexing with `n ≤ φ n` keeps the limit. -/
theorem VecTendsTo.comp {a : Nat → Fin d → R} {l : Fin d → R} (ha : VecTendsTo a l) {φ : Nat → Nat}
    (hφ : ∀ n, n ≤ φ n) : VecTendsTo (fun n => a (φ n)) l := fun i => (ha i).comp hφ

/-- The limit of dot products. -/
theorem VecTendsTo.dot {a b : Nat → Fin d → R} {l k : Fin d → R} (ha : VecTendsTo a l)
    (hb : VecTendsTo b k) : TendsTo (fun n => Claims.dot (a n) (b n)) (Claims.dot l k) :=
  TendsTo.sum (a := fun n i => a n i * b n i) fun i => (ha i).mul (hb i)

/-- The limit of norms. -/
theorem VecTendsTo.norm {a : Nat → Fin d → R} {l : Fin d → R} (ha : VecTendsTo a l) :
    TendsTo (fun n => Claims.norm (a n)) (Claims.norm l) := (continuousAt_sqrt _).tendsTo (ha.dot ha)

/-- The limit of the images under a matrix. -/
theorem VecTendsTo.mulVec {a : Nat → Fin d → R} {l : Fin d → R} (A : Fin m → Fin d → R)
    (ha : VecTendsTo a l) : VecTendsTo (fun n => Claims.mulVec A (a n)) (Claims.mulVec A l) :=
  fun i => VecTendsTo.dot (fun j => tendsTo_const (A i j)) ha

/-- The limit of the values of a quadratic form. -/
theorem VecTendsTo.quadForm {a : Nat → Fin d → R} {l : Fin d → R} (A : Fin d → Fin d → R)
    (ha : VecTendsTo a l) : TendsTo (fun n => Claims.quadForm A (a n)) (Claims.quadForm A l) :=
  ha.dot (ha.mulVec A)

/-- Coordinates are at most the norm. -/
theorem abs_le_norm (x : Fin d → R) (i : Fin d) : abs (x i) ≤ norm x := by
  refine abs_le_of_sq_le (norm_nonneg x) ?_
  rw [sq_norm, show x i ^ 2 = x i * x i by lin]
  exact le_sum (f := fun i => x i * x i) (fun i => mul_self_nonneg (x i)) i

/-- A sequence of vectors converges when its distance to the limit tends to zero. -/
theorem vecTendsTo_iff_norm {a : Nat → Fin d → R} {l : Fin d → R} :
    VecTendsTo a l ↔ TendsTo (fun n => norm (fun i => a n i - l i)) 0 := by
  constructor
  · intro h
    have k := VecTendsTo.norm (a := fun n i => a n i - l i) (l := fun i => l i - l i)
      fun i => (h i).sub (tendsTo_const (l i))
    exact k.congr_limit (norm_sub_self l).symm
  · intro h i
    exact tendsTo_of_abs_sub_le h (N := 0) fun n _ => abs_le_norm (fun i => a n i - l i) i

/-! ## Compactness -/

/-- A sequence of indices that increases from one position to the next is strictly increasing. -/
theorem lt_of_lt_succ {φ : Nat → Nat} (h : ∀ k, φ k < φ (k + 1)) {j k : Nat} (hjk : j < k) : φ j < φ k := by
  obtain ⟨i, rfl⟩ := Nat.exists_eq_add_of_lt hjk
  clear hjk
  induction i with
  | zero => exact h j
  | succ i ih => exact Nat.lt_trans ih (h (j + i + 1))

/-- Bolzano and Weierstrass: a bounded sequence of vectors has a convergent subsequence. -/
theorem exists_subsequence_vecTendsTo {a : Nat → Fin d → R} {M : R} (h : ∀ n i, abs (a n i) ≤ M) :
    ∃ (φ : Nat → Nat) (l : Fin d → R), (∀ k, φ k < φ (k + 1)) ∧ VecTendsTo (fun k => a (φ k)) l := by
  induction d with
  | zero => exact ⟨fun k => k, fun i => i.elim0, fun k => Nat.lt_succ_self k, fun i => i.elim0⟩
  | succ d ih =>
    -- a subsequence for the last coordinates, and of it one for the first coordinate
    obtain ⟨φ, l, hφ, hl⟩ := ih (a := fun n i => a n i.succ) fun n i => h n i.succ
    obtain ⟨ψ, s, hψ, _, _, hs⟩ := exists_subsequence_tendsTo (a := fun k => a (φ k) 0) (m := -M) (M := M)
      (fun k => (abs_le.1 (h (φ k) 0)).1) (fun k => (abs_le.1 (h (φ k) 0)).2)
    refine ⟨fun k => φ (ψ k), fun i => Fin.cases s l i, fun k => lt_of_lt_succ hφ (hψ k), fun i => ?_⟩
    refine Fin.cases ?_ (fun i => ?_) i
    · exact hs
    · exact (hl i).comp (le_of_lt_succ hψ)

/-- A continuous function on a nonempty, bounded and closed set of vectors attains its maximum. Closed means
that the set contains the limits of its sequences, and continuous that `f` commutes with them. -/
theorem exists_max_of_vecTendsTo {S : (Fin d → R) → Prop} {f : (Fin d → R) → R} {M : R} (hne : ∃ x, S x)
    (hM : ∀ x, S x → ∀ i, abs (x i) ≤ M)
    (hcl : ∀ (a : Nat → Fin d → R) l, (∀ n, S (a n)) → VecTendsTo a l → S l)
    (hf : ∀ (a : Nat → Fin d → R) l, (∀ n, S (a n)) → VecTendsTo a l → TendsTo (fun n => f (a n)) (f l)) :
    ∃ x, S x ∧ ∀ y, S y → f y ≤ f x := by
  -- the values are bounded above
  have hb : ∃ K, ∀ x, S x → f x ≤ K := Classical.byContradiction fun hno => by
    have h : ∀ n : Nat, ∃ x, S x ∧ (n : R) < f x := fun n => Classical.byContradiction fun h1 =>
      hno ⟨(n : R), fun x hx => le_of_not_gt fun h2 => h1 ⟨x, hx, h2⟩⟩
    obtain ⟨φ, l, hφ, hl⟩ := exists_subsequence_vecTendsTo (a := fun n => (h n).choose) (M := M)
      fun n i => hM _ (h n).choose_spec.1 i
    obtain ⟨B, _, hB⟩ := (hf _ l (fun n => (h (φ n)).choose_spec.1) hl).bounded
    obtain ⟨n, hn⟩ := exists_natCast_gt B
    have p := (h (φ n)).choose_spec.2
    have q := le_trans (le_abs_self _) (hB n)
    have r := natCast_le_natCast (R := R) (le_of_lt_succ hφ n)
    exact absurd (lt_of_lt_of_le hn (le_trans r (le_of_lt p))) (not_lt_of_ge q)
  obtain ⟨x₀, hx₀⟩ := hne
  obtain ⟨K, hK⟩ := hb
  obtain ⟨s, hub, hlub⟩ := Reals.exists_lub (fun v => ∃ x, S x ∧ f x = v) ⟨f x₀, x₀, hx₀, rfl⟩
    ⟨K, fun v ⟨x, hx, h⟩ => by rw [← h]; exact hK x hx⟩
  -- a sequence of points whose values tend to the supremum
  have h : ∀ n : Nat, ∃ x, S x ∧ s - (((n + 1 : Nat) : R))⁻¹ < f x := fun n => by
    have hi := inv_pos (natCast_succ_pos (R := R) n)
    obtain ⟨v, ⟨x, hx, e⟩, hv⟩ := exists_lt_of_lt_lub hlub (c := s - (((n + 1 : Nat) : R))⁻¹)
      (by clear hM hcl hf hK hub hlub; lin)
    exact ⟨x, hx, by rw [e]; exact hv⟩
  obtain ⟨φ, l, hφ, hl⟩ := exists_subsequence_vecTendsTo (a := fun n => (h n).choose) (M := M)
    fun n i => hM _ (h n).choose_spec.1 i
  have hS : ∀ k, S ((h (φ k)).choose) := fun k => (h (φ k)).choose_spec.1
  refine ⟨l, hcl _ l hS hl, fun y hy => le_trans (hub _ ⟨y, hy, rfl⟩) ?_⟩
  have lim := ((tendsTo_const s).sub (tendsTo_inv_natCast.comp (le_of_lt_succ hφ))).congr_limit
    (m := s) (by clear hM hcl hf hK hub hlub h hl hS; lin)
  exact le_of_tendsTo_of_tendsTo lim (hf _ l hS hl) (N := 0) fun k _ => le_of_lt (h (φ k)).choose_spec.2

/-- A continuous function on the unit sphere attains its maximum. -/
theorem exists_max_on_sphere {f : (Fin (d + 1) → R) → R}
    (hf : ∀ (a : Nat → Fin (d + 1) → R) l, VecTendsTo a l → TendsTo (fun n => f (a n)) (f l)) :
    ∃ x, normSq x = 1 ∧ ∀ y, normSq y = 1 → f y ≤ f x := by
  refine exists_max_of_vecTendsTo (S := fun x => normSq x = 1) (M := 1) ⟨one 0, ?_⟩ (fun x hx i => ?_)
    (fun a l ha hl => ?_) fun a l _ hl => hf a l hl
  · have : normSq (one (0 : Fin (d + 1))) = (one 0 0 : R) := mulVec_one (one 0) 0
    exact this.trans (if_pos rfl)
  · have p := abs_le_norm x i
    have q : norm x ^ 2 = 1 := (sq_norm x).trans hx
    exact le_trans p (le_of_sq_le_sq (le_of_lt zero_lt_one) (by rw [q]; lin))
  · exact (hl.dot hl).unique ((tendsTo_const 1).congr ha)

/-- A quadratic form attains its maximum on the unit sphere. -/
theorem exists_max_quadForm (A : Fin (d + 1) → Fin (d + 1) → R) :
    ∃ x, normSq x = 1 ∧ ∀ y, normSq y = 1 → quadForm A y ≤ quadForm A x :=
  exists_max_on_sphere fun _ _ h => h.quadForm A

end Claims

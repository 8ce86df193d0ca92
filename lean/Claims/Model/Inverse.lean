module

public import Claims.Model.RealNumber

/-!
# The field of real numbers

Positive real numbers, inverses, and the field structure of the real numbers.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Inverses of Cauchy sequences -/

/-- The difference of the inverses of two rational numbers that stay away from zero. -/
theorem rat_inv_sub_inv_le {x y ε d : Rat} (hε : 0 < ε) (hx : ε ≤ x) (hy : ε ≤ y)
    (h : -(ε * ε * d) ≤ y - x ∧ y - x ≤ ε * ε * d) : x⁻¹ - y⁻¹ ≤ d := by
  -- `x⁻¹ - y⁻¹ = (ε² x⁻¹ y⁻¹) (ε⁻² (y - x))`, and the first factor is at most `1`
  have e0 : ε * ε⁻¹ = 1 := Rat.mul_inv_cancel ε (by lin)
  have ex : x * x⁻¹ = 1 := Rat.mul_inv_cancel x (by lin)
  have ey : y * y⁻¹ = 1 := Rat.mul_inv_cancel y (by lin)
  have hi : 0 < ε⁻¹ := Rat.inv_pos.mpr hε
  have ix : 0 < x⁻¹ := Rat.inv_pos.mpr (by lin)
  have iy : 0 < y⁻¹ := Rat.inv_pos.mpr (by lin)
  have hx1 := Rat.mul_le_mul_of_nonneg_left hx (Rat.le_of_lt ix)
  have hy1 := Rat.mul_le_mul_of_nonneg_left hy (Rat.le_of_lt iy)
  have px : 0 < x⁻¹ * ε := Rat.mul_pos ix hε
  have py : 0 < y⁻¹ * ε := Rat.mul_pos iy hε
  have hxy := rat_mul_mem (x := x⁻¹ * ε) (y := y⁻¹ * ε) (b := 1) (d := 1) (by lin) (by lin)
  have hi2 := Rat.mul_pos hi hi
  have h1 := Rat.mul_le_mul_of_nonneg_left h.1 (Rat.le_of_lt hi2)
  have h2 := Rat.mul_le_mul_of_nonneg_left h.2 (Rat.le_of_lt hi2)
  have e1 : ε⁻¹ * ε⁻¹ * (ε * ε * d) = d := by clear h h1 h2 hxy hx1 hy1; lin
  have e2 : ε⁻¹ * ε⁻¹ * -(ε * ε * d) = -d := by clear h h1 h2 hxy hx1 hy1; lin
  rw [e1] at h2; rw [e2] at h1
  have k := rat_mul_le hxy ⟨h1, h2⟩
  have e3 : x⁻¹ * ε * (y⁻¹ * ε) * (ε⁻¹ * ε⁻¹ * (y - x)) = x⁻¹ - y⁻¹ := by
    clear h h1 h2 hxy hx1 hy1 k e1 e2; lin
  rw [e3] at k; clear h h1 h2 hxy hx1 hy1 e1 e2 e3; lin

/-- The termwise inverse of an eventually positive Cauchy sequence is a Cauchy sequence. -/
def CauchySeq.inv (a : CauchySeq) (h : EventuallyPos a.seq) : CauchySeq where
  seq n := (a.seq n)⁻¹
  cauchy ε hε := by
    obtain ⟨δ, hδ, M, hM⟩ := h
    obtain ⟨N, hN⟩ := a.exists_close (ε := δ * δ * (ε / 2)) (Rat.mul_pos (Rat.mul_pos hδ hδ) (by lin))
    refine ⟨M + N, fun m n hm hn => ?_⟩
    have k := rat_inv_sub_inv_le hδ (hM m (by omega)) (hM n (by omega)) (hN n m (by omega) (by omega))
    clear hM hN; lin

/-- An eventually positive Cauchy sequence times its inverse is one, up to a null sequence. -/
theorem CauchySeq.mul_inv_equiv (a : CauchySeq) (h : EventuallyPos a.seq) :
    (a.mul (a.inv h)).Equiv (CauchySeq.const 1) := by
  have h' := h
  obtain ⟨δ, hδ, M, hM⟩ := h'
  refine null_zero.congr_late (M := M) fun n hn => ?_
  have k := hM n hn
  have e : a.seq n * (a.seq n)⁻¹ = 1 := Rat.mul_inv_cancel _ (by clear hM; lin)
  show a.seq n * (a.seq n)⁻¹ - 1 = 0
  rw [e]; lin

namespace RealNumber

/-! ## Positive real numbers -/

/-- A real number is positive when it is the limit of an eventually positive Cauchy sequence. -/
def Pos (x : RealNumber) : Prop := ∃ a, mk a = x ∧ EventuallyPos a.seq

/-- A limit is positive exactly when the sequence is eventually positive. -/
theorem pos_mk (a : CauchySeq) : Pos (mk a) ↔ EventuallyPos a.seq := by
  constructor
  · rintro ⟨b, e, hb⟩
    have h := hb.add_null (exact e.symm)
    obtain ⟨ε, hε, N, hN⟩ := h
    exact ⟨ε, hε, N, fun n hn => by have := hN n hn; clear hN hb; lin⟩
  · intro h; exact ⟨a, rfl, h⟩

/-- Zero is not positive. -/
theorem not_pos_zero : ¬ Pos 0 := by
  rw [zero_def, pos_mk]; exact null_zero.not_eventuallyPos

/-- A real number is zero, or positive, or its opposite is positive. -/
theorem trichotomy (x : RealNumber) : x = 0 ∨ Pos x ∨ Pos (-x) := by
  obtain ⟨a, rfl⟩ := exists_mk x
  rw [mk_neg, pos_mk, pos_mk]
  refine a.null_or_eventuallyPos.imp (fun h => sound (h.congr fun n => ?_)) id
  show a.seq n - 0 = a.seq n
  lin

/-- Sums of positive real numbers are positive. -/
theorem Pos.add {x y : RealNumber} (hx : Pos x) (hy : Pos y) : Pos (x + y) := by
  obtain ⟨a, rfl, ha⟩ := hx
  obtain ⟨b, rfl, hb⟩ := hy
  rw [mk_add, pos_mk]; exact ha.add hb

/-- Products of positive real numbers are positive. -/
theorem Pos.mul {x y : RealNumber} (hx : Pos x) (hy : Pos y) : Pos (x * y) := by
  obtain ⟨a, rfl, ha⟩ := hx
  obtain ⟨b, rfl, hb⟩ := hy
  rw [mk_mul, pos_mk]; exact ha.mul hb

/-- A rational number is positive as a real number exactly when it is positive. -/
theorem pos_ofRat {q : Rat} : Pos (ofRat q) ↔ 0 < q := by
  rw [ofRat, pos_mk]
  constructor
  · rintro ⟨ε, hε, N, hN⟩
    have : ε ≤ q := hN N (Nat.le_refl N)
    clear hN; lin
  · intro h; exact ⟨q, h, 0, fun _ _ => Rat.le_refl⟩

/-- Above every real number lies a rational number; the difference is positive. -/
theorem exists_rat_gt (x : RealNumber) : ∃ q, Pos (ofRat q - x) := by
  obtain ⟨a, rfl⟩ := exists_mk x
  obtain ⟨b, hb, N, hN⟩ := a.exists_bound
  refine ⟨b + 1, ?_⟩
  rw [ofRat, mk_sub, pos_mk]
  refine ⟨1, by lin, N, fun n hn => ?_⟩
  have := hN n hn
  show 1 ≤ b + 1 + -a.seq n
  clear hN; lin

/-- Below a positive real number lies a positive rational number; the difference is positive. -/
theorem Pos.exists_rat_lt {x : RealNumber} (hx : Pos x) : ∃ q : Rat, 0 < q ∧ Pos (x - ofRat q) := by
  obtain ⟨a, rfl, ε, hε, N, hN⟩ := hx
  refine ⟨ε / 2, by lin, ?_⟩
  rw [ofRat, mk_sub, pos_mk]
  refine ⟨ε / 2, by lin, N, fun n hn => ?_⟩
  have := hN n hn
  show ε / 2 ≤ a.seq n + -(ε / 2)
  clear hN; lin

/-! ## Inverses -/

/-- Every nonzero real number has an inverse. -/
theorem exists_inv {x : RealNumber} (hx : x ≠ 0) : ∃ y, x * y = 1 := by
  rcases trichotomy x with h | ⟨a, rfl, ha⟩ | ⟨a, e, ha⟩
  · exact absurd h hx
  · exact ⟨mk (a.inv ha), sound (a.mul_inv_equiv ha)⟩
  · refine ⟨-mk (a.inv ha), ?_⟩
    have k : mk a * mk (a.inv ha) = 1 := sound (a.mul_inv_equiv ha)
    rw [e] at k
    lin

open Classical in
/-- Inverses of real numbers; the inverse of zero is zero. -/
instance : Inv RealNumber := ⟨fun x => if h : x = 0 then 0 else (exists_inv h).choose⟩

/-- Quotients of real numbers. -/
instance : Div RealNumber := ⟨fun x y => x * y⁻¹⟩

/-- The inverse of zero is zero. -/
theorem inv_zero : (0 : RealNumber)⁻¹ = 0 := dif_pos rfl

/-- A nonzero real number times its inverse is one. -/
theorem mul_inv_cancel {x : RealNumber} (hx : x ≠ 0) : x * x⁻¹ = 1 := by
  have e : x⁻¹ = (exists_inv hx).choose := dif_neg hx
  rw [e]; exact (exists_inv hx).choose_spec

/-- Zero differs from one. -/
theorem zero_ne_one : (0 : RealNumber) ≠ 1 := fun h => by
  have k : Pos (1 : RealNumber) := pos_ofRat.mpr (by show (0 : Rat) < ((1 : Nat) : Rat); lin)
  rw [← h] at k; exact not_pos_zero k

/-- Inverting twice gives the number back. -/
theorem inv_inv (x : RealNumber) : x⁻¹⁻¹ = x := by
  by_cases h : x = 0
  · rw [h, inv_zero, inv_zero]
  · have h1 := mul_inv_cancel h
    have h2 : x⁻¹ ≠ 0 := fun e => zero_ne_one (by rw [e] at h1; lin)
    have h3 := mul_inv_cancel h2
    have e : x * x⁻¹ * x⁻¹⁻¹ = x⁻¹⁻¹ := by rw [h1]; lin
    have e' : x * x⁻¹ * x⁻¹⁻¹ = x * (x⁻¹ * x⁻¹⁻¹) := by clear e h1 h3; lin
    rw [← e, e', h3]; clear e e' h1 h3; lin

/-- Powers of real numbers with integral exponents. -/
def zpow (x : RealNumber) : Int → RealNumber
  | .ofNat n => npow x n
  | .negSucc n => (npow x (n + 1))⁻¹

/-- Powers of real numbers with integral exponents. -/
instance : HPow RealNumber Int RealNumber := ⟨zpow⟩

/-- Negative exponents give inverse powers. -/
theorem zpow_neg (x : RealNumber) (i : Int) : x ^ (-i) = (x ^ i)⁻¹ := by
  rcases i with n | n
  · rcases n with _ | n
    · show (1 : RealNumber) = 1⁻¹
      have := mul_inv_cancel (x := 1) (fun h => zero_ne_one h.symm)
      lin
    · rfl
  · exact (inv_inv _).symm

/-- The real numbers form a field. -/
instance : Field RealNumber where
  zpow := inferInstance
  div_eq_mul_inv _ _ := rfl
  zero_ne_one := zero_ne_one
  inv_zero := inv_zero
  mul_inv_cancel := mul_inv_cancel
  zpow_zero _ := rfl
  zpow_succ _ _ := rfl
  zpow_neg := zpow_neg

end RealNumber

end Claims

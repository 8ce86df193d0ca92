module

public import Claims.LinearAlgebra.Gram
public import Claims.LinearAlgebra.Projection

/-!
# Orthonormal bases

The span of every independent family has an orthonormal basis, every subspace is the range of a projection whose
trace is the dimension, and an orthonormal family extends to an orthonormal basis of all vectors. The determinant of
a Gram matrix is nonnegative and at most the product of the squared norms.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k l r : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Orthonormalization -/

/-- A unit vector orthogonal to an orthonormal family extends it. -/
theorem Orthonormal.cons {v : Fin k → Fin n → R} (hv : Orthonormal v) {x : Fin n → R} (hx : normSq x = 1)
    (h : ∀ i, dot (v i) x = 0) : Orthonormal (consVec x v) := fun i j => by
  rcases Fin.eq_zero_or_eq_succ i with hi | ⟨a, hi⟩ <;> rcases Fin.eq_zero_or_eq_succ j with hj | ⟨b, hj⟩ <;>
    subst hi <;> subst hj
  · exact hx.trans (if_pos rfl).symm
  · exact ((dot_comm x (v b)).trans (h b)).trans (if_neg (Ne.symm (Fin.succ_ne_zero b))).symm
  · exact (h a).trans (if_neg (Fin.succ_ne_zero a)).symm
  · refine (hv a b).trans ?_
    show (if a = b then (1 : R) else 0) = if a.succ = b.succ then 1 else 0
    simp only [Fin.succ_inj]

/-- Dividing a nonzero vector by its norm gives a unit vector. -/
theorem normSq_normalize {x : Fin n → R} (hx : normSq x ≠ 0) : normSq (fun j => (norm x)⁻¹ * x j) = 1 := by
  have h := sq_norm x
  have h0 : norm x ≠ 0 := fun e => hx (by rw [← h, e]; lin)
  have e := mul_inv_cancel h0
  have e2 : (norm x)⁻¹ ^ 2 * norm x ^ 2 = (norm x * (norm x)⁻¹) ^ 2 := by lin
  rw [normSq_mul, ← h, e2, e]; lin

/-- Orthonormalization: an independent family has the span of an orthonormal family of the same size. -/
theorem LinIndep.exists_orthonormal {v : Fin k → Fin n → R} (hv : LinIndep v) :
    ∃ w : Fin k → Fin n → R, Orthonormal w ∧ ∀ x, InSpan w x ↔ InSpan v x := by
  induction k with
  | zero => exact ⟨v, fun i => i.elim0, fun _ => Iff.rfl⟩
  | succ k ih =>
    have ev : v = Claims.consVec (v 0) (fun i => v i.succ) := funext fun i => by
      rcases Fin.eq_zero_or_eq_succ i with hi | ⟨p, hi⟩ <;> subst hi <;> rfl
    generalize v 0 = x at ev
    generalize (fun i : Fin k => v i.succ) = v' at ev
    subst ev
    obtain ⟨hI, hx⟩ := hv.of_consVec
    obtain ⟨w, hw, hs⟩ := ih hI
    -- the part of the first vector orthogonal to the others, divided by its norm
    generalize hp : comb (fun a => dot (w a) x) w = p
    have hpw : InSpan w p := ⟨_, hp.symm⟩
    generalize hy : (fun j => x j - p j) = y
    have hy0 : normSq y ≠ 0 := fun e => by
      refine hx ((hs x).1 ?_)
      have e' : x = p := funext fun j => by
        have := normSq_eq_zero.1 e j
        rw [← hy] at this
        clear hv ih hI hx hw hs hp hpw hy e; lin
      rw [e']; exact hpw
    have hwy : ∀ i, dot (w i) y = 0 := fun i => by rw [← hy, ← hp]; exact hw.dot_sub_comb x i
    have hn : norm y ≠ 0 := fun e => hy0 (by rw [← sq_norm, e]; clear hv ih hI hx hw hs hwy; lin)
    refine ⟨Claims.consVec (fun j => (norm y)⁻¹ * y j) w, hw.cons (normSq_normalize hy0) fun i => by
      rw [dot_mul_right, hwy]; clear hv ih hI hx hw hs hwy; lin, fun z => ⟨fun hz => ?_, fun hz => ?_⟩⟩
    · refine hz.trans fun i => ?_
      rcases Fin.eq_zero_or_eq_succ i with hi | ⟨a, hi⟩ <;> subst hi
      · refine InSpan.smul _ ?_
        rw [← hy]
        exact (InSpan.consVec_head x v').sub (((hs p).1 hpw).consVec x)
      · exact ((hs _).1 (InSpan.mem w a)).consVec x
    · refine hz.trans fun i => ?_
      rcases Fin.eq_zero_or_eq_succ i with hi | ⟨a, hi⟩ <;> subst hi
      · refine inSpan_consVec.2 ⟨norm y, ?_⟩
        rw [show (fun j => Claims.consVec x v' 0 j - norm y * ((norm y)⁻¹ * y j)) = p from funext fun j => by
          have e1 := mul_inv_cancel hn
          have e2 : y j = x j - p j := (congrFun hy j).symm
          show x j - norm y * ((norm y)⁻¹ * y j) = p j
          clear hv ih hI hx hw hs hwy hy hp hpw; lin]
        exact hpw
      · exact ((hs _).2 (InSpan.mem v' a)).consVec _

/-! ## Subspaces -/

variable {S : (Fin n → R) → Prop}

/-- A subspace has an orthonormal basis. -/
theorem HasDim.exists_orthonormal (hS : IsSubspace S) (h : HasDim S r) :
    ∃ w : Fin r → Fin n → R, Orthonormal w ∧ IsBasis S w := by
  obtain ⟨b, hb⟩ := h
  obtain ⟨w, hw, hs⟩ := hb.indep.exists_orthonormal
  exact ⟨w, hw, hw.linIndep, fun i => hS.of_inSpan hb.mem ((hs _).1 (InSpan.mem w i)), fun x hx =>
    (hs x).2 (hb.span x hx)⟩

/-- A subspace is the set of fixed points of a projection whose trace is the dimension. -/
theorem HasDim.exists_projection (hS : IsSubspace S) (h : HasDim S r) :
    ∃ P, IsProjection P ∧ trace P = (r : R) ∧ ∀ x, S x ↔ mulVec P x = x := by
  obtain ⟨w, hw, hb⟩ := h.exists_orthonormal hS
  exact ⟨spanMatrix w, hw.isProjection, hw.trace_spanMatrix, fun x =>
    (hb.iff_inSpan hS x).trans (hw.mulVec_spanMatrix_eq_iff x).symm⟩

/-- The vectors orthogonal to a family form a subspace. -/
theorem isSubspace_orthogonal (v : Fin k → Fin n → R) : IsSubspace (fun x => ∀ i, dot (v i) x = 0) :=
  isSubspace_inKernel v

/-- The vectors orthogonal to `k` independent vectors have dimension `n - k`. -/
theorem LinIndep.hasDim_orthogonal {v : Fin k → Fin n → R} (hv : LinIndep v) :
    HasDim (fun x => ∀ i, dot (v i) x = 0) (n - k) := by
  have h := hasDim_inKernel v
  rw [linIndep_iff_rank.1 hv] at h
  exact h

/-- An orthonormal family extends to an orthonormal basis of all vectors. -/
theorem Orthonormal.exists_extend {v : Fin k → Fin n → R} (hv : Orthonormal v) :
    ∃ w : Fin (n - k) → Fin n → R, Orthonormal (append v w) ∧ ∀ x, InSpan (append v w) x := by
  obtain ⟨w, hw, hb⟩ := hv.linIndep.hasDim_orthogonal.exists_orthonormal (isSubspace_orthogonal v)
  have hvw : ∀ i j, dot (v i) (w j) = 0 := fun i j => hb.mem j i
  refine ⟨w, fun i j => ?_, fun x => ?_⟩
  · unfold append
    split <;> split
    · next hi hj =>
      rw [hv]; unfold one; congr 1
      exact propext ⟨fun e => Fin.ext (Fin.mk.inj e), fun e => by subst e; rfl⟩
    · next hi hj =>
      rw [hvw]; exact (if_neg fun (e : i = j) => hj (by rw [← e]; exact hi)).symm
    · next hi hj =>
      rw [dot_comm, hvw]; exact (if_neg fun (e : i = j) => hi (by rw [e]; exact hj)).symm
    · next hi hj =>
      rw [hw]; unfold one; congr 1
      refine propext ⟨fun e => Fin.ext ?_, fun e => by subst e; rfl⟩
      have e : i.val - k = j.val - k := congrArg Fin.val e
      omega
  · obtain ⟨b, hb'⟩ := hb.span (fun i => x i - comb (fun a => dot (v a) x) v i) (hv.dot_sub_comb x)
    refine inSpan_append.2 ⟨fun a => dot (v a) x, b, ?_⟩
    rw [← hb']
    exact funext fun i => by clear hv hw hb hvw hb'; lin

/-! ## Gram determinants -/

/-- A family in the span of an orthonormal family of the same size: the Gram matrix is that of the coefficients. -/
theorem Orthonormal.gram_mul {w : Fin k → Fin n → R} (hw : Orthonormal w) (C : Fin l → Fin k → R) :
    gram (mul C w) = gram C := by
  rw [Claims.gram_mul, gram_eq_mul w, orthonormal_iff_mul_transpose.1 hw, one_mul]; rfl

/-- The determinant of a Gram matrix is nonnegative, and at most the product of the squared norms. -/
theorem det_gram_mem (v : Fin k → Fin n → R) :
    0 ≤ det (gram v) ∧ det (gram v) ≤ prod (fun i => normSq (v i)) := by
  by_cases hv : LinIndep v
  · obtain ⟨w, hw, hs⟩ := hv.exists_orthonormal
    obtain ⟨C, hC⟩ : ∃ C : Fin k → Fin k → R, ∀ i, v i = comb (C i) w :=
      ⟨fun i => Classical.choose ((hs _).2 (InSpan.mem v i)),
        fun i => Classical.choose_spec ((hs _).2 (InSpan.mem v i))⟩
    have e : v = mul C w := funext hC
    have h1 := det_sq_le C
    have h2 := sq_nonneg (det C)
    have e1 : det (gram v) = det C ^ 2 := by
      rw [e, hw.gram_mul, gram_eq_mul, det_mul, det_transpose]; clear hC e hs hv hw; lin
    have e2 : (fun i => normSq (v i)) = fun i => normSq (C i) := funext fun i => by
      rw [hC i]; exact hw.normSq_comb (C i)
    rw [e1, e2]
    exact ⟨h2, h1⟩
  · have h0 : det (gram v) = 0 := Classical.byContradiction fun h => hv (det_gram_ne_zero_iff.1 h)
    rw [h0]
    exact ⟨le_rfl 0, prod_nonneg fun i => normSq_nonneg _⟩

/-- The determinant of a Gram matrix is nonnegative. -/
theorem det_gram_nonneg (v : Fin k → Fin n → R) : 0 ≤ det (gram v) := (det_gram_mem v).1

/-- A family is independent exactly when the determinant of its Gram matrix is positive. -/
theorem det_gram_pos_iff {v : Fin k → Fin n → R} : 0 < det (gram v) ↔ LinIndep v := by
  have h := det_gram_nonneg v
  rw [← det_gram_ne_zero_iff]
  constructor <;> intro h' <;> lin

/-- The dot products of three unit vectors satisfy `a² + b² + c² ≤ 1 + 2 a b c`. -/
theorem dot_three_unit {x y z : Fin n → R} (hx : normSq x = 1) (hy : normSq y = 1) (hz : normSq z = 1) :
    dot x y ^ 2 + dot y z ^ 2 + dot x z ^ 2 ≤ 1 + 2 * (dot x y * dot y z * dot x z) := by
  have h := det_gram_nonneg (consVec x (consVec y (consVec z (fun i : Fin 0 => i.elim0))))
  rw [det_fin_three] at h
  have h' : 0 ≤ normSq x * (normSq y * normSq z - dot y z * dot z y) -
      dot x y * (dot y x * normSq z - dot y z * dot z x) + dot x z * (dot y x * dot z y - normSq y * dot z x) := h
  rw [hx, hy, hz, dot_comm y x, dot_comm z x, dot_comm z y] at h'
  clear h; lin

end Claims

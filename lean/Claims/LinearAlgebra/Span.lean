module

public import Claims.LinearAlgebra.Matrix
public import Claims.LinearAlgebra.Indices

/-!
# Combinations and spans

Combinations of a family of vectors, and the span: the vectors that are such combinations.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n m k l : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Combinations -/

/-- The combination of the vectors `v` with the coefficients `c`. -/
def comb (c : Fin k → R) (v : Fin k → Fin n → R) : Fin n → R := fun j => sum (fun i => c i * v i j)

/-- The image of a vector is the combination of the columns with its entries. -/
theorem mulVec_eq_comb (A : Fin m → Fin n → R) (x : Fin n → R) : mulVec A x = comb x (transpose A) :=
  funext fun i => dot_comm (A i) x

/-- A combination is the image under the matrix whose columns are the vectors. -/
theorem comb_eq_mulVec (c : Fin k → R) (v : Fin k → Fin n → R) : comb c v = mulVec (transpose v) c :=
  (mulVec_eq_comb (transpose v) c).symm

/-- The empty combination is zero. -/
theorem comb_zero_length (c : Fin 0 → R) (v : Fin 0 → Fin n → R) : comb c v = fun _ => 0 := rfl

/-- Combinations with zero coefficients. -/
theorem comb_zero_left (v : Fin k → Fin n → R) : comb (fun _ => 0) v = fun _ => 0 :=
  funext fun _ => sum_eq_zero fun _ => by lin

/-- Combinations add up coefficient by coefficient. -/
theorem comb_add_left (c c' : Fin k → R) (v : Fin k → Fin n → R) :
    comb (fun i => c i + c' i) v = fun j => comb c v j + comb c' v j :=
  funext fun j => (sum_congr fun i => by lin).trans (sum_add (fun i => c i * v i j) (fun i => c' i * v i j))

/-- Combinations subtract coefficient by coefficient. -/
theorem comb_sub_left (c c' : Fin k → R) (v : Fin k → Fin n → R) :
    comb (fun i => c i - c' i) v = fun j => comb c v j - comb c' v j :=
  funext fun j => (sum_congr fun i => by lin).trans (sum_sub (fun i => c i * v i j) (fun i => c' i * v i j))

/-- A multiple of a combination. -/
theorem comb_mul_left (t : R) (c : Fin k → R) (v : Fin k → Fin n → R) :
    comb (fun i => t * c i) v = fun j => t * comb c v j :=
  funext fun j => (sum_congr fun i => by lin).trans (sum_mul_left t (fun i => c i * v i j))

/-- The combination with one coefficient equal to one and the others zero. -/
theorem comb_one (i : Fin k) (v : Fin k → Fin n → R) : comb (one i) v = v i :=
  congrFun (one_mul v) i

/-- A combination of combinations. -/
theorem comb_comb (c : Fin l → R) (a : Fin l → Fin k → R) (v : Fin k → Fin n → R) :
    comb c (fun i => comb (a i) v) = comb (comb c a) v :=
  (congrFun (mul_assoc (fun _ : Fin 1 => c) a v) 0).symm

/-- The image of a combination. -/
theorem mulVec_comb (A : Fin m → Fin n → R) (c : Fin k → R) (v : Fin k → Fin n → R) :
    mulVec A (comb c v) = comb c (fun i => mulVec A (v i)) := by
  rw [mulVec_eq_comb, ← comb_comb]
  exact congrArg (comb c) (funext fun i => (mulVec_eq_comb A (v i)).symm)

/-- The dot product with a combination. -/
theorem dot_comb (x : Fin n → R) (c : Fin k → R) (v : Fin k → Fin n → R) :
    dot x (comb c v) = sum (fun i => c i * dot x (v i)) :=
  congrFun (mulVec_comb (fun _ : Fin 1 => x) c v) 0

/-- The family `v` with the vector `x` put in front. -/
def consVec (x : Fin n → R) (v : Fin k → Fin n → R) : Fin (k + 1) → Fin n → R := fun i => Fin.cases x v i

/-- A combination of a family with one more vector in front. -/
theorem comb_consVec (c : Fin (k + 1) → R) (x : Fin n → R) (v : Fin k → Fin n → R) :
    comb c (consVec x v) = fun j => c 0 * x j + comb (fun i => c i.succ) v j := rfl

/-- A combination of two families joined end to end. -/
theorem comb_append (c : Fin (k + l) → R) (v : Fin k → Fin n → R) (w : Fin l → Fin n → R) :
    comb c (append v w) = fun j => comb (fun i : Fin k => c ⟨i.val, by omega⟩) v j +
      comb (fun i : Fin l => c ⟨k + i.val, by omega⟩) w j := by
  funext j
  unfold comb
  rw [sum_split rfl]
  simp only [append_left, append_right]

/-! ## The span -/

/-- The vector `x` is a combination of the vectors `v`. -/
def InSpan (v : Fin k → Fin n → R) (x : Fin n → R) : Prop := ∃ c : Fin k → R, x = comb c v

/-- The vectors of a family lie in its span. -/
theorem InSpan.mem (v : Fin k → Fin n → R) (i : Fin k) : InSpan v (v i) := ⟨one i, (comb_one i v).symm⟩

/-- Zero lies in every span. -/
theorem InSpan.zero (v : Fin k → Fin n → R) : InSpan v (fun _ => 0) := ⟨fun _ => 0, (comb_zero_left v).symm⟩

/-- A span is closed under sums. -/
theorem InSpan.add {v : Fin k → Fin n → R} {x y : Fin n → R} (hx : InSpan v x) (hy : InSpan v y) :
    InSpan v (fun j => x j + y j) := by
  obtain ⟨c, rfl⟩ := hx
  obtain ⟨c', rfl⟩ := hy
  exact ⟨_, (comb_add_left c c' v).symm⟩

/-- A span is closed under differences. -/
theorem InSpan.sub {v : Fin k → Fin n → R} {x y : Fin n → R} (hx : InSpan v x) (hy : InSpan v y) :
    InSpan v (fun j => x j - y j) := by
  obtain ⟨c, rfl⟩ := hx
  obtain ⟨c', rfl⟩ := hy
  exact ⟨_, (comb_sub_left c c' v).symm⟩

/-- A span is closed under multiples. -/
theorem InSpan.smul {v : Fin k → Fin n → R} {x : Fin n → R} (t : R) (hx : InSpan v x) :
    InSpan v (fun j => t * x j) := by
  obtain ⟨c, rfl⟩ := hx
  exact ⟨_, (comb_mul_left t c v).symm⟩

/-- A span is closed under combinations. -/
theorem InSpan.comb {v : Fin k → Fin n → R} {w : Fin l → Fin n → R} (hw : ∀ i, InSpan v (w i)) (c : Fin l → R) :
    InSpan v (comb c w) := by
  obtain ⟨a, ha⟩ : ∃ a : Fin l → Fin k → R, ∀ i, w i = Claims.comb (a i) v :=
    ⟨fun i => Classical.choose (hw i), fun i => Classical.choose_spec (hw i)⟩
  refine ⟨Claims.comb c a, ?_⟩
  rw [← comb_comb, funext ha]

/-- A vector in the span of a family lies in every span that contains the family. -/
theorem InSpan.trans {v : Fin k → Fin n → R} {w : Fin l → Fin n → R} {x : Fin n → R} (hx : InSpan w x)
    (hw : ∀ i, InSpan v (w i)) : InSpan v x := by
  obtain ⟨c, rfl⟩ := hx
  exact InSpan.comb hw c

/-- A matrix maps the span of a family to the span of the images. -/
theorem InSpan.map {v : Fin k → Fin n → R} {x : Fin n → R} (A : Fin m → Fin n → R) (hx : InSpan v x) :
    InSpan (fun i => mulVec A (v i)) (mulVec A x) := by
  obtain ⟨c, rfl⟩ := hx
  exact ⟨c, mulVec_comb A c v⟩

/-- The span of a family with one more vector in front. -/
theorem inSpan_consVec {x y : Fin n → R} {v : Fin k → Fin n → R} :
    InSpan (consVec x v) y ↔ ∃ t, InSpan v (fun j => y j - t * x j) := by
  constructor
  · rintro ⟨c, rfl⟩
    refine ⟨c 0, fun i => c i.succ, funext fun j => ?_⟩
    rw [comb_consVec]; lin
  · rintro ⟨t, c, h⟩
    refine ⟨fun i => Fin.cases t c i, funext fun j => ?_⟩
    have e := congrFun h j
    rw [comb_consVec]
    show y j = t * x j + Claims.comb c v j
    clear h; lin

/-- The vector in front lies in the span. -/
theorem InSpan.consVec_head (x : Fin n → R) (v : Fin k → Fin n → R) : InSpan (consVec x v) x :=
  InSpan.mem (consVec x v) 0

/-- One more vector in front enlarges the span. -/
theorem InSpan.consVec {v : Fin k → Fin n → R} {y : Fin n → R} (x : Fin n → R) (hy : InSpan v y) :
    InSpan (consVec x v) y :=
  hy.trans fun i => InSpan.mem (Claims.consVec x v) i.succ

/-- Every vector is a combination of the rows of the identity. -/
theorem inSpan_one (x : Fin n → R) : InSpan one x :=
  ⟨x, (congrFun (mul_one (fun _ : Fin 1 => x)) 0).symm⟩

end Claims

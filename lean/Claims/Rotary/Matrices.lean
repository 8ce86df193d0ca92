module

public import Claims.LinearAlgebra.Matrix

/-!
# Matrices indexed by planes

Vectors of even length `2 m` are indexed by a plane `a : Fin m` and a coordinate `p : Bool` inside it, and square
matrices by two such pairs. Block-diagonal matrices with blocks `u I + w J`, `J` the quarter turn, multiply like
complex numbers.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {m : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## Vectors and matrices indexed by planes -/

/-- A vector of length `2 m`: two coordinates for each of `m` planes. -/
abbrev PVec (R : Type u) (m : Nat) : Type u := Fin m → Bool → R

/-- A square matrix of size `2 m`, row index first. -/
abbrev PMat (R : Type u) (m : Nat) : Type u := Fin m → Bool → Fin m → Bool → R

/-- The sum over all `2 m` indices. -/
def psum (f : Fin m → Bool → R) : R := sum (fun a => f a false + f a true)

/-- The dot product of two vectors of length `2 m`. -/
def pdot (x y : PVec R m) : R := psum (fun a p => x a p * y a p)

/-- The product of a matrix and a vector. -/
def pmulVec (A : PMat R m) (x : PVec R m) : PVec R m := fun a p => pdot (A a p) x

/-- The product of two matrices. -/
def pmul (A B : PMat R m) : PMat R m := fun a p b q => psum (fun i r => A a p i r * B i r b q)

/-- The transposed matrix. -/
def ptrans (A : PMat R m) : PMat R m := fun a p b q => A b q a p

/-- The identity matrix. -/
def pone : PMat R m := fun a p b q => if a = b ∧ p = q then 1 else 0

/-- Sums with equal terms are equal. -/
theorem psum_congr {f g : Fin m → Bool → R} (h : ∀ a p, f a p = g a p) : psum f = psum g :=
  sum_congr fun a => by rw [h, h]

/-- A constant factor on the left comes out of a sum. -/
theorem psum_mul_left (t : R) (f : Fin m → Bool → R) : psum (fun a p => t * f a p) = t * psum f :=
  (sum_congr fun a => by lin).trans (sum_mul_left t (fun a => f a false + f a true))

/-- A constant factor on the right comes out of a sum. -/
theorem psum_mul_right (f : Fin m → Bool → R) (t : R) : psum (fun a p => f a p * t) = psum f * t :=
  (sum_congr fun a => by lin).trans (sum_mul_right (fun a => f a false + f a true) t)

/-- The order of two sums may be exchanged. -/
theorem psum_comm (f : Fin m → Bool → Fin m → Bool → R) :
    psum (fun a p => psum (fun b q => f a p b q)) = psum (fun b q => psum (fun a p => f a p b q)) := by
  simp only [psum, sum_add]
  rw [sum_comm (fun a b => f a false b false), sum_comm (fun a b => f a false b true),
    sum_comm (fun a b => f a true b false), sum_comm (fun a b => f a true b true)]
  lin

/-- Applying two matrices in turn is applying their product. -/
theorem pmulVec_pmulVec (A B : PMat R m) (x : PVec R m) : pmulVec A (pmulVec B x) = pmulVec (pmul A B) x := by
  funext a p
  show psum (fun i r => A a p i r * psum (fun b q => B i r b q * x b q)) =
    psum (fun b q => psum (fun i r => A a p i r * B i r b q) * x b q)
  have e : ∀ b q, psum (fun i r => A a p i r * B i r b q) * x b q =
      psum (fun i r => A a p i r * (B i r b q * x b q)) := fun b q =>
    (psum_mul_right _ (x b q)).symm.trans (psum_congr fun i r => by lin)
  rw [psum_congr e, psum_comm]
  exact psum_congr fun i r => (psum_mul_left _ _).symm

/-- The matrix product is associative. -/
theorem pmul_assoc (A B C : PMat R m) : pmul (pmul A B) C = pmul A (pmul B C) := by
  funext a p b q
  exact (congrFun (congrFun (pmulVec_pmulVec A B (fun i r => C i r b q)) a) p).symm

/-- Transposition reverses products. -/
theorem ptrans_pmul (A B : PMat R m) : ptrans (pmul A B) = pmul (ptrans B) (ptrans A) := by
  funext a p b q
  exact psum_congr fun i r => by show A b q i r * B i r a p = B i r a p * A b q i r; lin

/-- The transposed matrix moves to the other side of the dot product. -/
theorem pdot_pmulVec (A : PMat R m) (x y : PVec R m) : pdot x (pmulVec A y) = pdot (pmulVec (ptrans A) x) y := by
  show psum (fun a p => x a p * psum (fun b q => A a p b q * y b q)) =
    psum (fun b q => psum (fun a p => A a p b q * x a p) * y b q)
  have e : ∀ b q, psum (fun a p => A a p b q * x a p) * y b q =
      psum (fun a p => x a p * (A a p b q * y b q)) := fun b q =>
    (psum_mul_right _ (y b q)).symm.trans (psum_congr fun a p => by lin)
  rw [psum_congr e, psum_comm]
  exact psum_congr fun a p => (psum_mul_left _ _).symm

/-- The basis vector of plane `a`, coordinate `p`. -/
def psingle (a : Fin m) (p : Bool) : PVec R m := fun b q => if b = a ∧ q = p then 1 else 0

/-- The dot product with a basis vector is an entry. -/
theorem pdot_psingle (x : PVec R m) (a : Fin m) (p : Bool) : pdot x (psingle a p) = x a p := by
  rw [← sum_ite_eq a (fun b => x b p)]
  refine sum_congr fun b => ?_
  simp only [psingle]
  by_cases h : b = a <;> cases p <;> simp only [h, true_and, false_and, if_true, if_false,
    reduceCtorEq] <;> lin

/-- The dot product is symmetric. -/
theorem pdot_comm (x y : PVec R m) : pdot x y = pdot y x := psum_congr fun a p => by lin

/-- A matrix is known by its bilinear form. -/
theorem pext_of_pdot {A B : PMat R m} (h : ∀ x y, pdot x (pmulVec A y) = pdot x (pmulVec B y)) : A = B := by
  funext a p b q
  have e := h (psingle a p) (psingle b q)
  rw [pdot_comm, pdot_comm (psingle a p), pdot_psingle, pdot_psingle] at e
  exact (pdot_psingle _ b q).symm.trans (e.trans (pdot_psingle _ b q))

/-! ## Block matrices `u I + w J` -/

/-- The `2 × 2` block `u I + w J`, with `J` the quarter turn. -/
def blk (u w : R) : Bool → Bool → R
  | false, false => u
  | false, true => -w
  | true, false => w
  | true, true => u

/-- The block-diagonal matrix with the block `u a I + w a J` in plane `a`. -/
def blocks (u w : Fin m → R) : PMat R m := fun a p b q => if a = b then blk (u a) (w a) p q else 0

/-- The entries of a product with a block matrix on the left. -/
theorem blocks_pmul (u w : Fin m → R) (G : PMat R m) (a : Fin m) (p : Bool) (b : Fin m) (q : Bool) :
    pmul (blocks u w) G a p b q = blk (u a) (w a) p false * G a false b q + blk (u a) (w a) p true * G a true b q := by
  rw [← sum_ite_eq' a (fun i => blk (u a) (w a) p false * G i false b q + blk (u a) (w a) p true * G i true b q)]
  refine sum_congr fun i => ?_
  simp only [blocks]
  by_cases h : a = i <;> simp only [h, if_true, if_false] <;> lin

/-- The entries of a product with a block matrix on the right. -/
theorem pmul_blocks (u w : Fin m → R) (G : PMat R m) (a : Fin m) (p : Bool) (b : Fin m) (q : Bool) :
    pmul G (blocks u w) a p b q = G a p b false * blk (u b) (w b) false q + G a p b true * blk (u b) (w b) true q := by
  rw [← sum_ite_eq b (fun i => G a p i false * blk (u i) (w i) false q + G a p i true * blk (u i) (w i) true q)]
  refine sum_congr fun i => ?_
  simp only [blocks]
  by_cases h : i = b <;> simp only [h, if_true, if_false] <;> lin

/-- The identity is a block matrix. -/
theorem pone_eq : (pone : PMat R m) = blocks (fun _ => 1) (fun _ => 0) := by
  funext a p b q
  simp only [pone, blocks]
  by_cases h : a = b <;> cases p <;> cases q <;>
    simp only [h, true_and, false_and, if_true, if_false, blk, reduceCtorEq] <;> lin

/-- The identity is neutral on the left. -/
theorem pone_pmul (A : PMat R m) : pmul pone A = A := by
  funext a p b q
  rw [pone_eq, blocks_pmul]
  cases p <;> simp only [blk] <;> lin

/-- The identity is neutral on the right. -/
theorem pmul_pone (A : PMat R m) : pmul A pone = A := by
  funext a p b q
  rw [pone_eq, pmul_blocks]
  cases q <;> simp only [blk] <;> lin

/-- Block matrices multiply like complex numbers, plane by plane. -/
theorem blocks_pmul_blocks (u w u' w' : Fin m → R) : pmul (blocks u w) (blocks u' w') =
    blocks (fun a => u a * u' a - w a * w' a) (fun a => u a * w' a + w a * u' a) := by
  funext a p b q
  rw [blocks_pmul]
  simp only [blocks]
  by_cases h : a = b <;> cases p <;> cases q <;> simp only [h, if_true, if_false, blk] <;> lin

/-- The transposed block matrix has conjugate blocks. -/
theorem ptrans_blocks (u w : Fin m → R) : ptrans (blocks u w) = blocks u (fun a => -w a) := by
  funext a p b q
  simp only [ptrans, blocks]
  by_cases h : b = a
  · subst h; cases p <;> cases q <;> simp only [if_true, blk] <;> lin
  · simp only [h, show ¬ a = b from fun h' => h h'.symm, if_false]

/-- Block matrices with equal entries have equal coordinates: `2 m` numbers describe them. -/
theorem blocks_inj {u w u' w' : Fin m → R} (h : blocks u w = blocks u' w') : u' = u ∧ w' = w := by
  constructor <;> funext a
  · have e := congrFun (congrFun (congrFun (congrFun h a) false) a) false
    simp only [blocks, if_true, blk] at e; exact e.symm
  · have e := congrFun (congrFun (congrFun (congrFun h a) true) a) false
    simp only [blocks, if_true, blk] at e; exact e.symm

/-- The natural powers of a matrix. -/
def ppow (A : PMat R m) : Nat → PMat R m
  | 0 => pone
  | n + 1 => pmul (ppow A n) A

end Claims

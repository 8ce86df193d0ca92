module

public import Claims.Model.CauchySeq

/-!
# The ring of real numbers

The real numbers as Cauchy sequences of rational numbers modulo null sequences, their commutative ring
structure, and the rational numbers among them.
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-! ## The quotient -/

/-- Two Cauchy sequences are equivalent when their difference is null. -/
def CauchySeq.Equiv (a b : CauchySeq) : Prop := Null (fun n => a.seq n - b.seq n)

/-- Cauchy sequences with equal terms are equivalent. -/
theorem CauchySeq.Equiv.of_eq {a b : CauchySeq} (h : ∀ n, a.seq n = b.seq n) : a.Equiv b :=
  null_zero.congr fun n => by rw [h n]; lin

/-- Equivalence of Cauchy sequences is an equivalence relation. -/
instance CauchySeq.setoid : Setoid CauchySeq where
  r := CauchySeq.Equiv
  iseqv :=
    { refl := fun a => CauchySeq.Equiv.of_eq fun _ => rfl
      symm := fun h => (Null.neg h).congr fun n => by lin
      trans := fun h h' => (Null.add h h').congr fun n => by lin }

/-- A real number: a class of Cauchy sequences of rational numbers modulo null sequences. -/
def RealNumber : Type := Quotient CauchySeq.setoid

namespace RealNumber

/-- The limit of a Cauchy sequence of rational numbers. -/
def mk (a : CauchySeq) : RealNumber := Quotient.mk CauchySeq.setoid a

/-- Equivalent Cauchy sequences have the same limit. -/
theorem sound {a b : CauchySeq} (h : Null (fun n => a.seq n - b.seq n)) : mk a = mk b :=
  Quotient.sound (s := CauchySeq.setoid) h

/-- Cauchy sequences with equal terms have the same limit. -/
theorem mk_congr {a b : CauchySeq} (h : ∀ n, a.seq n = b.seq n) : mk a = mk b :=
  sound (CauchySeq.Equiv.of_eq h)

/-- Cauchy sequences with the same limit are equivalent. -/
theorem exact {a b : CauchySeq} (h : mk a = mk b) : Null (fun n => a.seq n - b.seq n) :=
  Quotient.exact (s := CauchySeq.setoid) h

/-- Every real number is the limit of a Cauchy sequence of rational numbers. -/
theorem exists_mk (x : RealNumber) : ∃ a, mk a = x := Quotient.exists_rep x

/-! ## Operations -/

/-- The rational numbers among the real numbers. -/
def ofRat (q : Rat) : RealNumber := mk (CauchySeq.const q)

/-- Addition of real numbers. -/
instance : Add RealNumber where
  add := Quotient.lift₂ (fun a b => mk (a.add b)) fun _ _ _ _ h h' => sound <|
    (Null.add h h').congr fun n => by dsimp only [CauchySeq.add]; lin

/-- Opposites of real numbers. -/
instance : Neg RealNumber where
  neg := Quotient.lift (fun a => mk a.neg) fun _ _ h => sound <|
    (Null.neg h).congr fun n => by dsimp only [CauchySeq.neg]; lin

/-- Multiplication of real numbers. -/
instance : Mul RealNumber where
  mul := Quotient.lift₂ (fun a b => mk (a.mul b)) fun a _ _ b' h h' => sound <|
    (Null.add (Null.mul_left h' a) (Null.mul_left h b')).congr fun n => by dsimp only [CauchySeq.mul]; lin

/-- Subtraction of real numbers. -/
instance : Sub RealNumber := ⟨fun x y => x + -y⟩

/-- The sum of two limits. -/
theorem mk_add (a b : CauchySeq) : mk a + mk b = mk (a.add b) := rfl

/-- The opposite of a limit. -/
theorem mk_neg (a : CauchySeq) : -mk a = mk a.neg := rfl

/-- The product of two limits. -/
theorem mk_mul (a b : CauchySeq) : mk a * mk b = mk (a.mul b) := rfl

/-- Sums of rational numbers. -/
theorem ofRat_add (p q : Rat) : ofRat (p + q) = ofRat p + ofRat q := rfl

/-- Opposites of rational numbers. -/
theorem ofRat_neg (q : Rat) : ofRat (-q) = -ofRat q := rfl

/-- Products of rational numbers. -/
theorem ofRat_mul (p q : Rat) : ofRat (p * q) = ofRat p * ofRat q := rfl

/-! ## The ring -/

/-- Natural numbers as real numbers. -/
instance : NatCast RealNumber := ⟨fun n => ofRat (n : Rat)⟩

/-- Numerals of real numbers. -/
instance numeral (n : Nat) : OfNat RealNumber n := ⟨ofRat (n : Rat)⟩

/-- Integers as real numbers. -/
instance : IntCast RealNumber := ⟨fun i => ofRat (i : Rat)⟩

/-- Natural multiples of real numbers. -/
instance : SMul Nat RealNumber := ⟨fun n x => ofRat (n : Rat) * x⟩

/-- Integral multiples of real numbers. -/
instance : SMul Int RealNumber := ⟨fun i x => ofRat (i : Rat) * x⟩

/-- Powers of real numbers with natural exponents, by recursion. -/
def npow (x : RealNumber) : Nat → RealNumber
  | 0 => 1
  | n + 1 => npow x n * x

/-- Powers of real numbers with natural exponents. -/
instance : HPow RealNumber Nat RealNumber := ⟨npow⟩

/-- Zero is the limit of the zero sequence. -/
theorem zero_def : (0 : RealNumber) = mk (CauchySeq.const 0) := rfl

/-- One is the limit of the constant sequence one. -/
theorem one_def : (1 : RealNumber) = mk (CauchySeq.const 1) := rfl

/-- The product of real numbers is commutative. -/
theorem mul_comm (x y : RealNumber) : x * y = y * x := by
  obtain ⟨a, rfl⟩ := exists_mk x; obtain ⟨b, rfl⟩ := exists_mk y
  exact mk_congr fun n => by dsimp only [CauchySeq.mul]; lin

/-- Multiplication distributes over addition. -/
theorem mul_add (x y z : RealNumber) : x * (y + z) = x * y + x * z := by
  obtain ⟨a, rfl⟩ := exists_mk x; obtain ⟨b, rfl⟩ := exists_mk y; obtain ⟨c, rfl⟩ := exists_mk z
  exact mk_congr fun n => by dsimp only [CauchySeq.mul, CauchySeq.add]; lin

/-- One is neutral for multiplication. -/
theorem mul_one (x : RealNumber) : x * 1 = x := by
  obtain ⟨a, rfl⟩ := exists_mk x
  exact mk_congr fun n => Rat.mul_one _

/-- Zero absorbs in multiplication. -/
theorem mul_zero (x : RealNumber) : x * 0 = 0 := by
  obtain ⟨a, rfl⟩ := exists_mk x
  exact mk_congr fun n => Rat.mul_zero _

/-- Opposites cancel. -/
theorem neg_add_cancel (x : RealNumber) : -x + x = 0 := by
  obtain ⟨a, rfl⟩ := exists_mk x
  exact mk_congr fun n => Rat.neg_add_cancel _

/-- Opposites of products. -/
theorem neg_mul (x y : RealNumber) : -x * y = -(x * y) := by
  obtain ⟨a, rfl⟩ := exists_mk x; obtain ⟨b, rfl⟩ := exists_mk y
  exact mk_congr fun n => by dsimp only [CauchySeq.mul, CauchySeq.neg]; lin

/-- The real numbers form a commutative ring. -/
instance : CommRing RealNumber where
  nsmul := inferInstance
  npow := inferInstance
  zsmul := inferInstance
  natCast := inferInstance
  intCast := inferInstance
  ofNat := fun n => inferInstance
  add_zero x := by
    obtain ⟨a, rfl⟩ := exists_mk x
    exact mk_congr fun n => Rat.add_zero _
  add_comm x y := by
    obtain ⟨a, rfl⟩ := exists_mk x; obtain ⟨b, rfl⟩ := exists_mk y
    exact mk_congr fun n => by dsimp only [CauchySeq.add]; lin
  add_assoc x y z := by
    obtain ⟨a, rfl⟩ := exists_mk x; obtain ⟨b, rfl⟩ := exists_mk y; obtain ⟨c, rfl⟩ := exists_mk z
    exact mk_congr fun n => by dsimp only [CauchySeq.add]; lin
  mul_assoc x y z := by
    obtain ⟨a, rfl⟩ := exists_mk x; obtain ⟨b, rfl⟩ := exists_mk y; obtain ⟨c, rfl⟩ := exists_mk z
    exact mk_congr fun n => by dsimp only [CauchySeq.mul]; lin
  mul_one := mul_one
  one_mul x := by rw [mul_comm, mul_one]
  left_distrib := mul_add
  right_distrib x y z := by rw [mul_comm, mul_add, mul_comm z, mul_comm z]
  zero_mul x := by rw [mul_comm, mul_zero]
  mul_zero := mul_zero
  pow_zero _ := rfl
  pow_succ _ _ := rfl
  ofNat_succ n := by
    show ofRat ((n + 1 : Nat) : Rat) = ofRat (n : Rat) + ofRat ((1 : Nat) : Rat)
    rw [Rat.natCast_add, ofRat_add]
  ofNat_eq_natCast _ := rfl
  nsmul_eq_natCast_mul _ _ := rfl
  neg_add_cancel := neg_add_cancel
  sub_eq_add_neg _ _ := rfl
  neg_zsmul i x := by
    show ofRat ((-i : Int) : Rat) * x = -(ofRat (i : Rat) * x)
    rw [Rat.intCast_neg, ofRat_neg, neg_mul]
  zsmul_natCast_eq_nsmul n x := by
    show ofRat (((n : Int)) : Rat) * x = ofRat (n : Rat) * x
    rw [Rat.intCast_natCast]
  intCast_ofNat n := by
    show ofRat (((n : Int)) : Rat) = ofRat (n : Rat)
    rw [Rat.intCast_natCast]
  intCast_neg i := by
    show ofRat ((-i : Int) : Rat) = -ofRat (i : Rat)
    rw [Rat.intCast_neg, ofRat_neg]
  mul_comm := mul_comm

/-- The difference of two limits. -/
theorem mk_sub (a b : CauchySeq) : mk a - mk b = mk (a.add b.neg) := rfl

/-- Differences of rational numbers. -/
theorem ofRat_sub (p q : Rat) : ofRat (p - q) = ofRat p - ofRat q := by
  rw [Rat.sub_eq_add_neg, ofRat_add, ofRat_neg]; rfl

end RealNumber

end Claims

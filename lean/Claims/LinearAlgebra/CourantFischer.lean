module

public import Claims.LinearAlgebra.SpectralForm

/-!
# Eigenvalues as extreme values

The eigenvalue with number `i` (counted from zero, in decreasing order) is the largest number that bounds the
quadratic form from below on some subspace of dimension `i + 1`, and the smallest number that bounds it from above on
the vectors orthogonal to some `i` vectors (Courant and Fischer). Hence the ordered eigenvalues are unique, monotone in
the Loewner order and move by at most the norm of the perturbation (Weyl), and the sum of the `k` largest is the largest
sum of the form over `k` orthonormal vectors (Ky Fan).
-/

@[expose] public section

noncomputable section

namespace Claims

open Lean.Grind

universe u

variable {R : Type u} [Reals R] {n k l : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

variable {A B U W : Fin n → Fin n → R} {lam μs : Fin n → R} {b c : R}

/-! ## The first members of a basis -/

/-- The first `k` members of a family. -/
def firstRows {α : Type u} (U : Fin n → α) (hk : k ≤ n) : Fin k → α := fun a => U (a.castLE hk)

/-- The first members of an orthonormal family are orthonormal. -/
theorem Orthonormal.firstRows (hU : Orthonormal U) (hk : k ≤ n) : Orthonormal (firstRows U hk) := fun a a' => by
  refine (hU _ _).trans ?_
  by_cases e : a = a'
  · subst e; exact (if_pos rfl).trans (if_pos rfl).symm
  · have e' : a.castLE hk ≠ a'.castLE hk := fun h => by
      have k := congrArg Fin.val h
      exact e (Fin.ext k)
    exact (if_neg e').trans (if_neg e).symm

/-- On the span of the first eigenvectors the quadratic form is at least every lower bound of their eigenvalues. -/
theorem IsEigenbasis.le_quadForm_of_inSpan (h : IsEigenbasis A lam U) (hk : k ≤ n)
    (hb : ∀ a : Fin k, b ≤ lam (a.castLE hk)) {x : Fin n → R} (hx : InSpan (firstRows U hk) x) :
    b * normSq x ≤ quadForm A x := by
  obtain ⟨t, rfl⟩ := hx
  have hU := h.orthonormal.firstRows hk
  have e : mulVec A (comb t (firstRows U hk)) = comb (fun a => lam (a.castLE hk) * t a) (firstRows U hk) := by
    rw [mulVec_comb]
    funext j
    exact sum_congr fun a => by
      show t a * mulVec A (U (a.castLE hk)) j = lam (a.castLE hk) * t a * U (a.castLE hk) j
      rw [h.eigen]; clear h hb hU; lin
  unfold quadForm
  rw [e, hU.dot_comb_comb, hU.normSq_comb, show normSq t = sum (fun a => t a * t a) from rfl, ← sum_mul_left]
  refine sum_le_sum fun a => ?_
  have p := mul_le_mul_right' (mul_self_nonneg (t a)) (hb a)
  clear h hb hU e; lin

/-- On the vectors orthogonal to the first eigenvectors the quadratic form is at most the next eigenvalue. -/
theorem IsEigenbasis.quadForm_le_of_orthogonal (h : IsEigenbasis A lam U) (hd : IsDecreasing lam) (i : Fin n)
    {x : Fin n → R} (hx : ∀ j, j < i → dot (U j) x = 0) : quadForm A x ≤ lam i * normSq x := by
  rw [h.quadForm_eq, ← h.orthonormal.parseval x, ← sum_mul_left]
  refine sum_le_sum fun j => ?_
  by_cases hj : j < i
  · rw [hx j hj]; clear h hd hx; lin
  · exact mul_le_mul_right' (sq_nonneg _) (hd i j (Fin.not_lt.1 hj))

/-! ## The two halves of the theorem of Courant and Fischer -/

/-- A lower bound of the form on the span of more than `i` independent vectors is at most the eigenvalue `i`. -/
theorem IsEigenbasis.le_eigenvalue (h : IsEigenbasis A lam U) (hd : IsDecreasing lam) {i : Fin n} (hk : i.val < k)
    {w : Fin k → Fin n → R} (hw : LinIndep w) (hb : ∀ x, InSpan w x → b * normSq x ≤ quadForm A x) :
    b ≤ lam i := by
  -- a nonzero vector of the span that is orthogonal to the first eigenvectors
  obtain ⟨t, ⟨p, hp⟩, ht⟩ := exists_kernel_of_lt
    (fun (a : Fin i.val) (j : Fin k) => dot (U ⟨a.val, by omega⟩) (w j)) hk
  have hx : ∀ j, j < i → dot (U j) (comb t w) = 0 := fun j hj => by
    rw [dot_comb, ← ht ⟨j.val, hj⟩]
    exact dot_comm _ _
  have h0 : 0 < normSq (comb t w) := normSq_pos (Classical.byContradiction fun hno =>
    hp (hw t (fun j => Classical.byContradiction fun hj => hno ⟨j, hj⟩) p))
  have h1 := hb _ ⟨t, rfl⟩
  have h2 := h.quadForm_le_of_orthogonal hd i hx
  exact le_of_mul_le_mul_left h0 (by clear h hd hw hb ht hx; lin)

/-- An upper bound of the form on the vectors orthogonal to at most `i` vectors is at least the eigenvalue `i`. -/
theorem IsEigenbasis.eigenvalue_le (h : IsEigenbasis A lam U) (hd : IsDecreasing lam) {i : Fin n} (hk : k ≤ i.val)
    {w : Fin k → Fin n → R} (hb : ∀ x, (∀ a, dot (w a) x = 0) → quadForm A x ≤ b * normSq x) : lam i ≤ b := by
  -- a nonzero combination of the first eigenvectors that is orthogonal to `w`
  obtain ⟨t, ⟨p, hp⟩, ht⟩ := exists_kernel_of_lt
    (fun (a : Fin k) (j : Fin (i.val + 1)) => dot (w a) (firstRows U i.isLt j)) (Nat.lt_succ_of_le hk)
  have hU := h.orthonormal.firstRows (k := i.val + 1) i.isLt
  have hx : ∀ a, dot (w a) (comb t (firstRows U i.isLt)) = 0 := fun a => by
    rw [dot_comb, ← ht a]
    exact dot_comm _ _
  have h0 : 0 < normSq (comb t (firstRows U i.isLt)) := by rw [hU.normSq_comb]; exact normSq_pos ⟨p, hp⟩
  have h1 := hb _ hx
  have h2 := h.le_quadForm_of_inSpan (b := lam i) (k := i.val + 1) i.isLt
    (fun a => hd _ i (Nat.le_of_lt_succ a.isLt)) ⟨t, rfl⟩
  exact le_of_mul_le_mul_left h0 (by clear h hd hb ht hx hU; lin)

/-- Courant and Fischer: the eigenvalue `i` is the largest number that bounds the quadratic form from below on the span
of `i + 1` independent vectors. -/
theorem IsEigenbasis.max_min (h : IsEigenbasis A lam U) (hd : IsDecreasing lam) (i : Fin n) :
    (∃ w : Fin (i.val + 1) → Fin n → R, LinIndep w ∧ ∀ x, InSpan w x → lam i * normSq x ≤ quadForm A x) ∧
    ∀ (w : Fin (i.val + 1) → Fin n → R) b, LinIndep w → (∀ x, InSpan w x → b * normSq x ≤ quadForm A x) → b ≤ lam i :=
  ⟨⟨firstRows U i.isLt, (h.orthonormal.firstRows _).linIndep, fun _ hx =>
    h.le_quadForm_of_inSpan (k := i.val + 1) i.isLt (fun a => hd _ i (Nat.le_of_lt_succ a.isLt)) hx⟩,
    fun _ _ hw hb => h.le_eigenvalue hd (Nat.lt_succ_self _) hw hb⟩

/-- Courant and Fischer: the eigenvalue `i` is the smallest number that bounds the quadratic form from above on the
vectors orthogonal to `i` given ones. -/
theorem IsEigenbasis.min_max (h : IsEigenbasis A lam U) (hd : IsDecreasing lam) (i : Fin n) :
    (∃ w : Fin i.val → Fin n → R, ∀ x, (∀ a, dot (w a) x = 0) → quadForm A x ≤ lam i * normSq x) ∧
    ∀ (w : Fin i.val → Fin n → R) b, (∀ x, (∀ a, dot (w a) x = 0) → quadForm A x ≤ b * normSq x) → lam i ≤ b :=
  ⟨⟨firstRows U (Nat.le_of_lt i.isLt), fun _ hx =>
    h.quadForm_le_of_orthogonal hd i fun j hj => hx ⟨j.val, hj⟩⟩,
    fun _ _ hb => h.eigenvalue_le hd (Nat.le_refl _) hb⟩

/-! ## Comparison of two matrices -/

/-- When the form of `A` exceeds the one of `B` by at most `c` on unit vectors, so do the ordered eigenvalues. -/
theorem IsEigenbasis.le_add (hA : IsEigenbasis A lam U) (hB : IsEigenbasis B μs W) (hl : IsDecreasing lam)
    (hm : IsDecreasing μs) (hq : ∀ x, quadForm A x ≤ quadForm B x + c * normSq x) (i : Fin n) :
    lam i ≤ μs i + c := by
  have k := hB.le_eigenvalue (b := lam i - c) hm (Nat.lt_succ_self i.val)
    (hA.orthonormal.firstRows (k := i.val + 1) i.isLt).linIndep fun x hx => by
      have h1 := hA.le_quadForm_of_inSpan (b := lam i) (k := i.val + 1) i.isLt
        (fun a => hl _ i (Nat.le_of_lt_succ a.isLt)) hx
      have h2 := hq x
      clear hq hl hm hA hB hx; lin
  clear hq hl hm hA hB; lin

/-- The ordered eigenvalues of a matrix do not depend on the basis. -/
theorem IsEigenbasis.eigenvalues_unique (h : IsEigenbasis A lam U) (h' : IsEigenbasis A μs W) (hl : IsDecreasing lam)
    (hm : IsDecreasing μs) : lam = μs := funext fun i => by
  have e : ∀ x, quadForm A x ≤ quadForm A x + 0 * normSq x := fun x => by clear h h' hl hm; lin
  have h1 := h.le_add h' hl hm e i
  have h2 := h'.le_add h hm hl e i
  clear h h' hl hm e; lin

/-- The list of ordered eigenvalues in an eigenbasis is the list of the eigenvalues of the matrix. -/
theorem IsSymm.eigenvalues_eq (hA : IsSymm A) (h : IsEigenbasis A lam U) (hl : IsDecreasing lam) :
    hA.eigenvalues = lam := hA.isEigenbasis.eigenvalues_unique h hA.isDecreasing_eigenvalues hl

/-- Eigenvalues are monotone in the Loewner order. -/
theorem IsSymm.eigenvalues_mono (hA : IsSymm A) (hB : IsSymm B) (h : LoewnerLE A B) (i : Fin n) :
    hA.eigenvalues i ≤ hB.eigenvalues i := by
  have k := hA.isEigenbasis.le_add (c := 0) hB.isEigenbasis hA.isDecreasing_eigenvalues hB.isDecreasing_eigenvalues
    (fun x => by have := h.quadForm_le x; clear hA hB h; lin) i
  clear h; lin

/-- Weyl: the ordered eigenvalues of two symmetric matrices differ by at most every bound of the difference. -/
theorem IsSymm.abs_eigenvalues_sub_le (hA : IsSymm A) (hB : IsSymm B) (h : OperatorBound (fun i j => A i j - B i j) c)
    (i : Fin n) : abs (hA.eigenvalues i - hB.eigenvalues i) ≤ c := by
  have hq : ∀ x, -(c * normSq x) ≤ quadForm A x - quadForm B x ∧ quadForm A x - quadForm B x ≤ c * normSq x :=
    fun x => by
      have k := h.abs_quadForm_le x
      rw [quadForm_sub_matrix] at k; exact abs_le.1 k
  have h1 := hA.isEigenbasis.le_add (c := c) hB.isEigenbasis hA.isDecreasing_eigenvalues hB.isDecreasing_eigenvalues
    (fun x => by have := (hq x).2; clear hA hB h hq; lin) i
  have h2 := hB.isEigenbasis.le_add (c := c) hA.isEigenbasis hB.isDecreasing_eigenvalues hA.isDecreasing_eigenvalues
    (fun x => by have := (hq x).1; clear h1 hA hB h hq; lin) i
  exact abs_le.2 ⟨by clear h hq; lin, by clear h hq; lin⟩

/-- Weyl: the eigenvalue `i + j` of a sum is at most the sum of the eigenvalues `i` and `j`. -/
theorem IsSymm.eigenvalues_add_le (hA : IsSymm A) (hB : IsSymm B) {i j p : Fin n} (hp : p.val = i.val + j.val) :
    (hA.add hB).eigenvalues p ≤ hA.eigenvalues i + hB.eigenvalues j := by
  refine (hA.add hB).isEigenbasis.eigenvalue_le (hA.add hB).isDecreasing_eigenvalues (k := i.val + j.val)
    (w := append (firstRows hA.eigenvectors (Nat.le_of_lt i.isLt)) (firstRows hB.eigenvectors (Nat.le_of_lt j.isLt)))
    (Nat.le_of_eq hp.symm) fun x hx => ?_
  have h1 := hA.isEigenbasis.quadForm_le_of_orthogonal hA.isDecreasing_eigenvalues i (x := x) fun a ha => by
    have k := hx ⟨a.val, Nat.lt_of_lt_of_le ha (Nat.le_add_right _ _)⟩
    rw [append_left _ _ (⟨a.val, ha⟩ : Fin i.val)] at k; exact k
  have h2 := hB.isEigenbasis.quadForm_le_of_orthogonal hB.isDecreasing_eigenvalues j (x := x) fun a ha => by
    have k := hx ⟨i.val + a.val, Nat.add_lt_add_left ha _⟩
    rw [append_right _ _ (⟨a.val, ha⟩ : Fin j.val)] at k; exact k
  rw [quadForm_add_matrix]
  clear hx; lin

/-! ## The largest eigenvalue -/

/-- The first eigenvalue is the largest value of the quadratic form on unit vectors. -/
theorem IsSymm.quadForm_le_eigenvalues_zero {A : Fin (n + 1) → Fin (n + 1) → R} (hA : IsSymm A)
    (x : Fin (n + 1) → R) : quadForm A x ≤ hA.eigenvalues 0 * normSq x :=
  hA.isEigenbasis.quadForm_le_iff.2 (fun i => hA.isDecreasing_eigenvalues 0 i (Fin.zero_le i)) x

/-- The first eigenvalue is at most a number exactly when the quadratic form is on unit vectors. -/
theorem IsSymm.eigenvalues_zero_le_iff {A : Fin (n + 1) → Fin (n + 1) → R} (hA : IsSymm A) :
    hA.eigenvalues 0 ≤ c ↔ ∀ x, quadForm A x ≤ c * normSq x :=
  ⟨fun h => hA.isEigenbasis.quadForm_le_iff.2 fun i =>
    le_trans (hA.isDecreasing_eigenvalues 0 i (Fin.zero_le i)) h, fun h => hA.isEigenbasis.quadForm_le_iff.1 h 0⟩

/-- The first eigenvalue of a positive semidefinite matrix is its operator norm. -/
theorem PosSemidef.opNorm_eq {A : Fin (n + 1) → Fin (n + 1) → R} (hA : PosSemidef A) :
    opNorm A = hA.isSymm.eigenvalues 0 := by
  have h0 := hA.isSymm.isEigenbasis.posSemidef_iff.1 hA
  rw [hA.isSymm.isEigenbasis.opNorm_eq]
  refine (largest_eq (i := 0) fun j => ?_).trans (abs_of_nonneg (h0 0))
  rw [abs_of_nonneg (h0 j), abs_of_nonneg (h0 0)]
  exact hA.isSymm.isDecreasing_eigenvalues 0 j (Fin.zero_le j)

/-! ## Sums of the largest eigenvalues -/

/-- Ky Fan: the form adds up over `k` orthonormal vectors to at most the sum of the `k` largest eigenvalues. -/
theorem IsEigenbasis.sum_quadForm_le (h : IsEigenbasis A lam U) (hd : IsDecreasing lam) (hk : k ≤ n)
    {v : Fin k → Fin n → R} (hv : Orthonormal v) :
    sum (fun a => quadForm A (v a)) ≤ sum (fun a : Fin k => lam (a.castLE hk)) := by
  cases k with
  | zero => exact le_rfl _
  | succ k =>
    -- weights between zero and one with total `k + 1`
    let w : Fin n → R := fun j => sum (fun a => dot (U j) (v a) ^ 2)
    have w0 : ∀ j, 0 ≤ w j := fun j => sum_nonneg fun a => sq_nonneg _
    have w1 : ∀ j, w j ≤ 1 := fun j => by
      have p := hv.bessel (U j)
      rw [h.orthonormal.normSq_eq_one, sum_congr fun a => by rw [dot_comm (v a) (U j)]] at p
      exact p
    have ws : sum w = ((k + 1 : Nat) : R) := by
      have e : sum w = sum (fun a => sum (fun j => dot (U j) (v a) ^ 2)) := sum_comm _
      rw [e, sum_congr fun a => (h.orthonormal.parseval (v a)).trans (hv.normSq_eq_one a), sum_const]
      clear e w0 w1 h hd hv; lin
    have e1 : sum (fun a => quadForm A (v a)) = sum (fun j => lam j * w j) := by
      rw [sum_congr fun a => h.quadForm_eq (v a), sum_comm]
      exact sum_congr fun j => sum_mul_left _ _
    -- compare with the last of the `k + 1` eigenvalues
    obtain ⟨c, hc⟩ : ∃ c, c = lam ⟨k, hk⟩ := ⟨_, rfl⟩
    obtain ⟨l, rfl⟩ : ∃ l, n = k + 1 + l := ⟨n - (k + 1), by omega⟩
    have e2 : sum (fun j => (lam j - c) * w j) = sum (fun j => lam j * w j) - c * ((k + 1 : Nat) : R) := by
      rw [← ws, ← sum_mul_left, ← sum_sub]
      exact sum_congr fun j => by clear h hd hv w0 w1 ws e1 hc; lin
    have e3 : sum (fun a : Fin (k + 1) => lam (a.castLE hk) - c) =
        sum (fun a : Fin (k + 1) => lam (a.castLE hk)) - c * ((k + 1 : Nat) : R) := by
      rw [sum_sub, sum_const]; clear h hd hv w0 w1 ws e1 e2 hc; lin
    have k1 : sum (fun a : Fin (k + 1) => (lam ⟨a.val, by omega⟩ - c) * w ⟨a.val, by omega⟩) ≤
        sum (fun a : Fin (k + 1) => lam (a.castLE hk) - c) := sum_le_sum fun a => by
      have p : c ≤ lam (a.castLE hk) := hc ▸ hd _ _ (Nat.le_of_lt_succ a.isLt)
      have q := mul_le_mul_left' (a := lam (a.castLE hk) - c) (by clear h hd hv w0 w1 ws e1 e2 e3 hc; lin)
        (w1 (a.castLE hk))
      refine le_trans q ?_
      clear h hd hv w0 w1 ws e1 e2 e3 hc; lin
    have k2 : 0 ≤ sum (fun a : Fin l => -((lam ⟨k + 1 + a.val, by omega⟩ - c) * w ⟨k + 1 + a.val, by omega⟩)) :=
      sum_nonneg fun a => by
        have p : lam ⟨k + 1 + a.val, by omega⟩ ≤ c :=
          hc ▸ hd _ _ (Nat.le_trans (Nat.le_succ k) (Nat.le_add_right _ _))
        have q := mul_nonneg (a := c - lam ⟨k + 1 + a.val, by omega⟩) (by
          clear h hd hv w0 w1 ws e1 e2 e3 hc k1; lin) (w0 ⟨k + 1 + a.val, by omega⟩)
        refine le_trans q ?_
        clear h hd hv w0 w1 ws e1 e2 e3 hc k1; lin
    rw [sum_neg] at k2
    rw [sum_split rfl] at e2
    clear h hd hv w0 w1 ws hc; lin

/-- The sum of the `k` largest eigenvalues is the sum of the form over `k` orthonormal vectors. -/
theorem IsEigenbasis.sum_quadForm_firstRows (h : IsEigenbasis A lam U) (hk : k ≤ n) :
    sum (fun a => quadForm A (firstRows U hk a)) = sum (fun a : Fin k => lam (a.castLE hk)) :=
  sum_congr fun _ => h.quadForm_row _

/-- The sum of the `k` largest eigenvalues is subadditive. -/
theorem IsSymm.sum_eigenvalues_add_le (hA : IsSymm A) (hB : IsSymm B) (hk : k ≤ n) :
    sum (fun a : Fin k => (hA.add hB).eigenvalues (a.castLE hk)) ≤
      sum (fun a : Fin k => hA.eigenvalues (a.castLE hk)) + sum (fun a : Fin k => hB.eigenvalues (a.castLE hk)) := by
  have hv := (hA.add hB).isEigenbasis.orthonormal.firstRows hk
  have h1 := hA.isEigenbasis.sum_quadForm_le hA.isDecreasing_eigenvalues hk hv
  have h2 := hB.isEigenbasis.sum_quadForm_le hB.isDecreasing_eigenvalues hk hv
  rw [← (hA.add hB).isEigenbasis.sum_quadForm_firstRows hk, sum_congr fun a => quadForm_add_matrix A B _, sum_add]
  clear hv; lin

end Claims

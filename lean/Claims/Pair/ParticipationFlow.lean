module

public import Claims.Pair.Law

/-!
# The participation rank along the two-token flow

The overlap of two tokens with uniform weights increases, while the participation rank `2 / (1 + c²)` rises to
two until the pair is orthogonal and falls afterwards.
-/

@[expose] public section

namespace Claims.Pair

universe u

open Lean.Grind

variable {R : Type u} [Reals R] {d : Nat}

local macro "lin" : tactic => `(tactic| grind (ematch := 0) -mbtc)

/-- The closed form of the participation rank decreases with the square of the overlap. -/
theorem rank_lt_rank {a b : R} (h : a ^ 2 < b ^ 2) : 2 / (1 + b ^ 2) < 2 / (1 + a ^ 2) := by
  have pa := sq_nonneg a
  have ha : 0 < 1 + a ^ 2 := by lin
  have hb : 0 < 1 + b ^ 2 := by lin
  have e1 := mul_inv_cancel (ne_of_gt ha)
  have e2 := mul_inv_cancel (ne_of_gt hb)
  have k := mul_lt_mul_left' (mul_pos (inv_pos ha) (inv_pos hb)) (b := 1 + a ^ 2) (c := 1 + b ^ 2) (by lin)
  rw [div_eq_mul_inv, div_eq_mul_inv]
  generalize (1 + a ^ 2)⁻¹ = u at *
  generalize (1 + b ^ 2)⁻¹ = v at *
  rw [show u * v * (1 + a ^ 2) = v by lin, show u * v * (1 + b ^ 2) = u by lin] at k
  lin

/-- The derivative of the closed form of the participation rank along the law `c' = 1 - c²`. -/
theorem hasDerivAt_rank {c : R → R} {t : R} (h : HasDerivAt c (1 - c t ^ 2) t) :
    HasDerivAt (fun s => 2 / (1 + c s ^ 2)) (-4 * c t * (1 - c t ^ 2) / (1 + c t ^ 2) ^ 2) t := by
  have p := sq_nonneg (c t)
  have q : 1 + c t ^ 2 ≠ 0 := by clear h; lin
  have e := mul_inv_cancel q
  refine ((hasDerivAt_const 2 t).div ((hasDerivAt_const 1 t).add h.sq) q).congr_deriv ?_
  have q2 : (1 + c t ^ 2) ^ 2 ≠ 0 := by clear h; lin
  have e2 : ((1 + c t ^ 2) ^ 2)⁻¹ = (1 + c t ^ 2)⁻¹ * (1 + c t ^ 2)⁻¹ := by clear h; lin
  rw [div_eq_mul_inv, e2]
  generalize (1 + c t ^ 2)⁻¹ = u at *
  clear h e e2 q q2 p; lin

/-- `pair.rank-nonmonotone`. Two tokens with uniform weights, unit at the start, `-1 < c(0) < 1`: the
participation rank `r` of their Gram matrix is `2 / (1 + c²)`, with derivative
`-4 c (1 - c²) / (1 + c²)²`; the overlap increases strictly; from `c(0) < 0` the rank increases strictly up to
the time at which `c = 0`, is two there, and decreases strictly afterwards; from `c(0) ≥ 0` it decreases strictly.
Source: document 002, section 3. -/
theorem pair_rank_nonmonotone (x₁ x₂ : R → Fin d → R) (c r : R → R)
    (hc : ∀ t, c t = dot (x₁ t) (x₂ t)) (hr : ∀ t, r t = participationRank (gram (pairOf (x₁ t) (x₂ t))))
    (h₁ : normSq (x₁ 0) = 1) (h₂ : normSq (x₂ 0) = 1)
    (hode₁ : ∀ t, 0 ≤ t → HasVecDerivAt x₁ (fun i => 1 / 2 * (x₂ t i - c t * x₁ t i)) t)
    (hode₂ : ∀ t, 0 ≤ t → HasVecDerivAt x₂ (fun i => 1 / 2 * (x₁ t i - c t * x₂ t i)) t)
    (hlo : -1 < c 0) (hhi : c 0 < 1) :
    (∀ t, 0 ≤ t → r t = 2 / (1 + c t ^ 2)) ∧
    (∀ t, 0 < t → HasDerivAt r (-4 * c t * (1 - c t ^ 2) / (1 + c t ^ 2) ^ 2) t) ∧
    (∀ s t, 0 ≤ s → s < t → c s < c t) ∧
    (c 0 < 0 → ∃ τ, 0 < τ ∧ c τ = 0 ∧ r τ = 2 ∧ (∀ s t, 0 ≤ s → s < t → t ≤ τ → r s < r t) ∧
      ∀ s t, τ ≤ s → s < t → r t < r s) ∧
    (0 ≤ c 0 → ∀ s t, 0 ≤ s → s < t → r t < r s) := by
  have all : ∀ t, 0 ≤ t → normSq (x₁ t) = 1 ∧ normSq (x₂ t) = 1 ∧ HasDerivAt c (1 - c t ^ 2) t := fun t ht =>
    overlap_law hc h₁ h₂ (fun s hs _ => hode₁ s hs) (fun s hs _ => hode₂ s hs) ht (le_rfl t)
  have rank : ∀ t, 0 ≤ t → r t = 2 / (1 + c t ^ 2) := fun t ht => by
    rw [hr, hc]; exact participationRank_gram _ _ (all t ht).1 (all t ht).2.1
  have sol : ∀ t, 0 ≤ t → c t = tanh (t + artanh (c 0)) := fun t ht =>
    eq_tanh (fun s hs _ => (all s hs).2.2) (tanh_artanh hlo hhi) ht (le_rfl t)
  have inc : ∀ s t, 0 ≤ s → s < t → c s < c t := fun s t hs hst =>
    lt_of_deriv_pos hst (fun x h _ => (all x (le_trans hs h)).2.2) fun x h _ => by
      have b := abs_tanh_lt_one (x + artanh (c 0))
      rw [← sol x (le_trans hs h)] at b
      have := mul_pos (a := 1 - c x) (b := 1 + c x) (by clear all rank sol hode₁ hode₂ hc hr; lin)
        (by clear all rank sol hode₁ hode₂ hc hr; lin)
      clear all rank sol hode₁ hode₂ hc hr; lin
  have mono : ∀ s t, 0 ≤ s → s ≤ t → c s ≤ c t := fun s t hs hst => by
    rcases lt_or_eq_of_le hst with h | h
    · exact le_of_lt (inc s t hs h)
    · rw [h]; exact le_rfl _
  have fall : ∀ s t, 0 ≤ s → s < t → 0 ≤ c s → r t < r s := fun s t hs hst h => by
    rw [rank s hs, rank t (le_trans hs (le_of_lt hst))]
    exact rank_lt_rank (sq_lt_sq h (inc s t hs hst))
  refine ⟨rank, fun t ht => (hasDerivAt_rank (all t (le_of_lt ht)).2.2).congr_near ht fun y hy => rank y ?_,
    inc, fun hneg => ⟨-artanh (c 0), ?_, ?_, ?_, fun s t hs hst ht => ?_, fun s t hs hst => ?_⟩,
    fun hnn s t hs hst => fall s t hs hst (le_trans hnn (mono 0 s (le_rfl 0) hs))⟩
  · have := (abs_lt.1 hy).1
    clear all rank sol hode₁ hode₂ hc hr inc mono fall; lin
  all_goals
    have an : artanh (c 0) < 0 := (artanh_lt_iff hlo hhi).2 (by rw [tanh_zero]; exact hneg)
    have a0 : 0 ≤ -artanh (c 0) := by clear all rank sol hode₁ hode₂ hc hr inc mono fall; lin
    have ca : c (-artanh (c 0)) = 0 := by
      have e : -artanh (c 0) + artanh (c 0) = 0 := by clear all rank sol hode₁ hode₂ hc hr inc mono fall; lin
      rw [sol _ a0, e, tanh_zero]
  · clear all rank sol hode₁ hode₂ hc hr inc mono fall; lin
  · exact ca
  · rw [rank _ a0, ca]; clear all rank sol hode₁ hode₂ hc hr inc mono fall; lin
  · rw [rank s hs, rank t (le_trans hs (le_of_lt hst))]
    have i := inc s t hs hst
    have m := mono t (-artanh (c 0)) (le_trans hs (le_of_lt hst)) ht
    have := sq_lt_sq (a := -c t) (b := -c s) (by clear all rank sol hode₁ hode₂ hc hr inc mono fall; lin)
      (by clear all rank sol hode₁ hode₂ hc hr inc mono fall; lin)
    refine rank_lt_rank ?_
    clear all rank sol hode₁ hode₂ hc hr inc mono fall; lin
  · have m := mono (-artanh (c 0)) s a0 hs
    exact fall s t (le_trans a0 hs) hst (by clear all rank sol hode₁ hode₂ hc hr inc mono fall; lin)

end Claims.Pair

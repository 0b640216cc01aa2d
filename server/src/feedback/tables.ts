import type { Generated } from 'kysely'

/** A student's feedback on an assistant in one month of the school; one row for each combination of the three. */
export type AssistantFeedbackTable = {
  id: Generated<number>
  /** The assistant's membership. */
  member_id: number
  guild_id: number
  /** Sealed: readable where `named`, and by an administrator who gives a reason. */
  user_id: number
  /** 2026-10, in the school's zone. */
  period: string
  comment: string
  /** 1–5. */
  rating: number | null
  /** Whether teachers see the name: the guild's rule when it was first written, fixed from then on. */
  named: boolean
  /** A random number that orders the texts, so that their order does not reveal who wrote first. */
  shuffle: number
  demo: Generated<boolean>
  created_at: number
  updated_at: number
}

/** What a student said before replacing it. */
export type AssistantFeedbackEditTable = {
  id: Generated<number>
  feedback_id: number
  comment: string
  rating: number | null
  replaced_at: number
}

/** Who unsealed an anonymous feedback, and why; kept for good, even after the feedback is deleted. */
export type FeedbackUnsealingTable = {
  id: Generated<number>
  feedback_id: number
  admin_id: number
  reason: string
  created_at: number
}

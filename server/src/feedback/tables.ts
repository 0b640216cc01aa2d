import type { Generated } from 'kysely'

/** What a student said about an assistant in one month of the school; one row for the three of them. */
export type AssistantFeedbackTable = {
  id: Generated<number>
  /** The assistant's membership. */
  member_id: number
  guild_id: number
  /** Sealed: read where `named`, and by an administrator who says why. */
  user_id: number
  /** 2026-10, in the school's zone. */
  period: string
  comment: string
  /** 1–5. */
  rating: number | null
  /** Whether teachers see the name: the guild's rule at the first writing, kept for good. */
  named: boolean
  /** By chance: the order texts are shown in, so that it tells nothing about who wrote first. */
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

/** Who looked behind a feedback without a name, and why; kept for good, also when the feedback goes. */
export type FeedbackUnsealingTable = {
  id: Generated<number>
  feedback_id: number
  admin_id: number
  reason: string
  created_at: number
}

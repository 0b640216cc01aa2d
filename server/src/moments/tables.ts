/** A moment that its student has seen: the seal on a work, a level, a finished chapter. */
export type SeenMomentTable = {
  user_id: number
  kind: 'seal' | 'level' | 'chapter'
  /** The id of the work or chapter, or the level. */
  about: number
  seen_at: number
}

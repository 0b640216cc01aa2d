/** A moment that its student has seen: the seal on a work, a level, a finished chapter. */
export type SeenMomentTable = {
  user_id: number
  kind: 'seal' | 'level' | 'chapter'
  /** The work, the level or the chapter. */
  about: number
  seen_at: number
}

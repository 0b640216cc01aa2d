/** What every post of a discussion needs to know of the place it is in. */
export type DiscussionContext = {
  task: { id: number; guild_id: number }
  /** Nothing can be written here. */
  isClosed: boolean
  mayHide: boolean
  /** Says something to those who do not see it change. */
  tell: (words: string) => void
}

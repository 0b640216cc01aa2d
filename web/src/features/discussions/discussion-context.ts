/** What every post of a discussion needs to know of its surroundings. */
export type DiscussionContext = {
  task: { id: number; guild_id: number }
  /** Nothing can be written here. */
  isClosed: boolean
  mayHide: boolean
  /** Announces something to people who cannot see the change. */
  tell: (words: string) => void
}

/** The context shared by all posts of a discussion. */
export type DiscussionContext = {
  task: { id: number; guild_id: number }
  /** Whether the discussion can only be read. */
  isClosed: boolean
  mayHide: boolean
  /** Announces something to people who cannot see the change. */
  tell: (words: string) => void
}

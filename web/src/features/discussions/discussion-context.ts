/** The context shared by all posts of a discussion. */
export type DiscussionContext = {
  task: { id: number; guild_id: number }
  /** Whether the discussion can only be read. */
  isClosed: boolean
  mayHide: boolean
  /** The post that the address of the page names, and its question, if it was not on the page by itself. */
  named: { question: number; post: number } | null
  /** Announces something to people who cannot see the change. */
  tell: (words: string) => void
}

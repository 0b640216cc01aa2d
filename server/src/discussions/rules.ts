import { editMinutes } from '@tongchuang/contract/discussions.ts'

/** Letters a post needs to earn experience. */
const earningLength = 10
/** Sent again within this time, the same words are one post too many. */
export const duplicateMs = 10 * 60_000
/** How long a deleted post can come back. */
export const undoMs = 10 * 60_000
/** Different people whose reports hide a post until staff decide. */
export const reportsToHold = 3
/** Pictures of one post at most. */
export const maxPictures = 4

export type Closed = 'archived' | 'locked' | 'not_open'

/** Why students can only read; null where they can write. A closed task stays open for posts. */
export const closedFor = (task: {
  guild_status: 'active' | 'archived'
  discussion_locked_at: number | null
  isScheduled: boolean
}): Closed | null =>
  task.guild_status === 'archived'
    ? 'archived'
    : task.discussion_locked_at !== null
      ? 'locked'
      : task.isScheduled
        ? 'not_open'
        : null

/**
 * Whether a post moves the ledger at all. Staff earn nothing. What is written without a name earns nothing either, nor takes
 * anything back: rankings and levels are read by name, and whoever moves when it is written, liked or deleted has written it.
 */
export const movesLedger = ({ role, anonymous }: { role: string; anonymous: boolean }): boolean =>
  role === 'student' && !anonymous

/** Whether a text is long enough to earn: by letters, white space around it left off. */
export const earns = (content: string): boolean => [...content.trim()].length >= earningLength

type Times = { created_at: number; deleted_at: number | null }

/** Whether its author may still change a post. */
export const mayEdit = ({ created_at, deleted_at }: Times, now: number): boolean =>
  deleted_at === null && now - created_at <= editMinutes * 60_000

export type PostVisibility = { deleted_at: number | null; hidden_at: number | null; held_at: number | null }

/** Whether a post by itself can be read. */
export const isShown = ({ deleted_at, hidden_at, held_at }: PostVisibility): boolean =>
  deleted_at === null && hidden_at === null && held_at === null

/** Since when nobody reads a post; null while it can be read. */
export const awaySince = ({ deleted_at, hidden_at, held_at }: PostVisibility): number | null =>
  deleted_at ?? hidden_at ?? held_at

/** Since when the thread of a question cannot be read; null while it can: a deleted question leaves its replies in sight. */
export const threadAwaySince = ({ hidden_at, held_at }: PostVisibility): number | null => hidden_at ?? held_at

/** Whether what it earned stands: a held post is still undecided. */
export const isStanding = ({ deleted_at, hidden_at }: PostVisibility): boolean =>
  deleted_at === null && hidden_at === null

/** Whether the thread of a question can be read: of a deleted one, while there are replies. */
const isThreadShown = ({ hidden_at, held_at }: PostVisibility): boolean => hidden_at === null && held_at === null

/** How many posts of a question's thread can be read. */
export const shownIn = (root: PostVisibility & { reply_count: number }): number =>
  isThreadShown(root) ? (root.deleted_at === null ? 1 : 0) + root.reply_count : 0

/** What makes a post a question that waits. */
export type Question = PostVisibility & { role: string; reply_count: number }

/** Whether a question waits for somebody to reply; what staff write themselves does not. */
export const isWaiting = (question: Question): boolean =>
  question.role === 'student' && isShown(question) && question.reply_count === 0

type VisibilityChange = {
  root: PostVisibility & { reply_count: number }
  isReply: boolean
  before: PostVisibility
  after: PostVisibility
}

/** What showing or hiding a post changes: the replies of its question and the posts of its task that can be read. */
export const countChanges = ({
  root,
  isReply,
  before,
  after,
}: VisibilityChange): { replies: number; posts: number } => {
  if (!isReply) return { replies: 0, posts: shownIn({ ...root, ...after }) - shownIn({ ...root, ...before }) }
  const replies = Number(isShown(after)) - Number(isShown(before))
  return { replies, posts: isThreadShown(root) ? replies : 0 }
}

/** Whether somebody is shown a post that can be read, where classmates' posts may wait for their first one. */
export const maySee = (
  post: { user_id: number; role: string },
  { user_id, sees }: { user_id: number; sees: 'all' | 'own' },
): boolean => sees === 'all' || post.user_id === user_id || post.role !== 'student'

export type Badge = 'teacher' | 'assistant' | 'author' | null

/** The badge of a named post. Whoever asks without a name is not given away by their own replies. */
export const badgeOf = (
  post: { role: string; user_id: number },
  root: { user_id: number; anonymous: boolean } | null,
): Badge => {
  if (post.role === 'teacher' || post.role === 'admin') return 'teacher'
  if (post.role === 'assistant') return 'assistant'
  return root !== null && !root.anonymous && root.user_id === post.user_id ? 'author' : null
}

/** What a report is about in the message boxes of the staff. */
export const aboutReport = (target: string, target_id: number): string => `report:${target}:${target_id}`
/** What the questions of a task are about there. */
export const aboutQuestions = (task_id: number): string => `questions:${task_id}`

/** The thing the notices that quote a post are about. */
export const aboutPost = (id: number): string => `post:${id}`

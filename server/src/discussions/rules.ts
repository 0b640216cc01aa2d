import { editMinutes } from '@tongchuang/contract/discussions.ts'

/** Letters a post needs to earn experience. */
const earningLength = 10
/** Within this time, the same text by the same user is refused as a duplicate. */
export const duplicateMs = 10 * 60_000
/** How long a deleted post can come back. */
export const undoMs = 10 * 60_000
/** Number of different people whose reports hide a post until staff decide. */
export const reportsToHold = 3
/** Pictures of one post at most. */
export const maxPictures = 4

export type Closed = 'archived' | 'locked' | 'not_open'

/** Why students can only read a discussion; null where they can write. A closed task still accepts posts. */
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
 * Whether a post changes the ledger at all. Staff earn nothing. Anonymous posts earn nothing and lose nothing either:
 * rankings and levels are shown by name, so a change when a post is written, liked or deleted would reveal its author.
 */
export const movesLedger = ({ role, anonymous }: { role: string; anonymous: boolean }): boolean =>
  role === 'student' && !anonymous

/** Whether a text is long enough to earn, counted in characters without surrounding white space. */
export const earns = (content: string): boolean => [...content.trim()].length >= earningLength

type Times = { created_at: number; deleted_at: number | null }

/** Whether its author may still change a post. */
export const mayEdit = ({ created_at, deleted_at }: Times, now: number): boolean =>
  deleted_at === null && now - created_at <= editMinutes * 60_000

/** What the author of a post reads who changes it too late. */
export const editOver = {
  why: { zh: `发出${editMinutes}分钟后`, en: `After ${editMinutes} minutes` },
  remove: { zh: '删除', en: 'delete it' },
} as const

export type PostVisibility = { deleted_at: number | null; hidden_at: number | null; held_at: number | null }

/** Whether a post, apart from its question, can be read. */
export const isShown = ({ deleted_at, hidden_at, held_at }: PostVisibility): boolean =>
  deleted_at === null && hidden_at === null && held_at === null

/** The time since which a post cannot be read; null while it can. */
export const awaySince = ({ deleted_at, hidden_at, held_at }: PostVisibility): number | null =>
  deleted_at ?? hidden_at ?? held_at

/**
 * The time since which the thread of a question cannot be read; null while it can: a deleted question leaves its
 * replies visible.
 */
export const threadAwaySince = ({ hidden_at, held_at }: PostVisibility): number | null => hidden_at ?? held_at

/** Whether a post keeps what it earned; a held one does, because it is still undecided. */
export const isStanding = ({ deleted_at, hidden_at }: PostVisibility): boolean =>
  deleted_at === null && hidden_at === null

/** Whether the thread of a question can be read; a deleted question keeps its thread while it has replies. */
const isThreadShown = ({ hidden_at, held_at }: PostVisibility): boolean => hidden_at === null && held_at === null

/** How many posts of a question's thread can be read. */
export const shownIn = (root: PostVisibility & { reply_count: number }): number =>
  isThreadShown(root) ? (root.deleted_at === null ? 1 : 0) + root.reply_count : 0

/** What decides whether a post is a waiting question. */
export type Question = PostVisibility & { role: string; reply_count: number }

/** Whether a question waits for a reply; questions by staff never do. */
export const isWaiting = (question: Question): boolean =>
  question.role === 'student' && isShown(question) && question.reply_count === 0

type VisibilityChange = {
  root: PostVisibility & { reply_count: number }
  isReply: boolean
  before: PostVisibility
  after: PostVisibility
}

/**
 * How showing or hiding a post changes two counts: the readable replies of its question and the readable posts of its
 * task.
 */
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

/**
 * Whether a user is shown a readable post in a discussion that may hide classmates' posts until the user's first one.
 */
export const maySee = (
  post: { user_id: number; role: string },
  { user_id, sees }: { user_id: number; sees: 'all' | 'own' },
): boolean => sees === 'all' || post.user_id === user_id || post.role !== 'student'

export type Badge = 'teacher' | 'assistant' | 'author' | null

/**
 * The badge of a named post. Anonymous askers get no `author` badge, so that their named replies do not reveal them.
 */
export const badgeOf = (
  post: { role: string; user_id: number },
  root: { user_id: number; anonymous: boolean } | null,
): Badge => {
  if (post.role === 'teacher' || post.role === 'admin') return 'teacher'
  if (post.role === 'assistant') return 'assistant'
  return root !== null && !root.anonymous && root.user_id === post.user_id ? 'author' : null
}

/** The `about` of staff messages on reports about a thing. */
export const aboutReport = (target: string, target_id: number): string => `report:${target}:${target_id}`
/** The `about` of staff messages on the questions of a task. */
export const aboutQuestions = (task_id: number): string => `questions:${task_id}`

/** The `about` of messages that quote a post. */
export const aboutPost = (id: number): string => `post:${id}`
/** The `about` of the message that tells an author that staff have hidden a post. */
export const aboutHiding = (id: number): string => `hidden:post:${id}`

import type { Reason } from '@tongchuang/contract/errors.ts'
import type { Bilingual } from '../http/language.ts'

/** The rights of a member of staff in one guild. Administrators are staff everywhere. */
export type Staff = {
  role: 'admin' | 'teacher' | 'assistant'
  can_review: boolean
  can_moderate: boolean
  can_admit: boolean
  can_see_grades: boolean
}

const isLeading = (staff: Staff): boolean => staff.role !== 'assistant'

/** 批阅作品 */
export const mayReview = (staff: Staff): boolean => isLeading(staff) || staff.can_review
/** 管理讨论 */
export const mayModerate = (staff: Staff): boolean => isLeading(staff) || staff.can_moderate
/** 处理入会申请 */
export const mayAdmit = (staff: Staff): boolean => isLeading(staff) || staff.can_admit
/** 看成绩表; the export stays with teachers. */
export const maySeeGrades = (staff: Staff): boolean => isLeading(staff) || staff.can_see_grades
/**
 * Whether somebody leads a guild: opens and closes tasks, extends, excuses, picks works. An assistant only prepares
 * these.
 */
export const mayLead = (staff: Staff): boolean => isLeading(staff)

/** What decides how a user joins a guild. `code` is null when none was given. */
export type Entry = {
  status: 'active' | 'archived'
  join_policy: 'open' | 'code' | 'approval' | 'closed'
  code: 'right' | 'wrong' | null
}

/** The result of asking to join: a member, waiting, or refused with a reason. Capacity is decided by the database. */
export const entryOf = ({ status, join_policy, code }: Entry): 'member' | 'pending' | { refused: Reason } => {
  if (status === 'archived') return { refused: 'ARCHIVED' }
  if (join_policy === 'closed') return { refused: 'GUILD_CLOSED' }
  if (code === 'wrong') return { refused: 'INVITE' }
  if (code === 'right' || join_policy === 'open') return 'member'
  return join_policy === 'approval' ? 'pending' : { refused: 'CODE' }
}

/** The `about` of staff messages on a request to join. */
export const aboutJoining = (guild_id: number, user_id: number): string => `join:${guild_id}:${user_id}`

type Shelf = { id: number; pid: number }

/** Why a category cannot be saved in this place: categories have two levels and a maximum number. */
export const categoryProblem = (
  all: readonly Shelf[],
  { id, pid }: { id: number | undefined; pid: number },
  most: number,
): Bilingual | null => {
  if (id === undefined && all.length >= most)
    return { zh: `分类最多${most}个`, en: `There are at most ${most} categories` }
  if (pid === 0) return null
  const above = all.find((one) => one.id === pid)
  if (!above || pid === id) return { zh: '没有这个上级分类', en: 'There is no such category above' }
  if (above.pid !== 0) return { zh: '分类只有两级', en: 'Categories have two levels' }
  if (id !== undefined && all.some((one) => one.pid === id))
    return { zh: '它下面还有分类，不能放到别的分类下', en: 'It has categories below it and cannot go under another' }
  return null
}

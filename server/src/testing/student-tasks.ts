import { firstBell, type School } from './test-app.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'

/** The titles of a list, in order. */
export const titles = (list: readonly { title: string }[]) => list.map(({ title }) => title)
/** One task for each state, in the order of the student's list. */
export const inOrder = [
  '退回',
  '在做一',
  '在做二',
  '可接一',
  '可接二',
  '待批',
  '通过',
  '未过',
  '放弃',
  '锁',
  '过期',
  '错过',
]

const hour = 3_600_000
const now = firstBell

type Fixture = { school: School; guild: { id: number }; student: { id: number } }

/** Tasks of a guild, and a student's state in them. */
export const studentTasks = (at: () => Fixture) => {
  const db = () => at().school.app.db
  const task = (given: Partial<Parameters<typeof aTask>[1]> = {}) => aTask(db(), { guild_id: at().guild.id, ...given })
  const held = async (
    state: Parameters<typeof anEnrolment>[2]['state'],
    given: Partial<Parameters<typeof aTask>[1]> = {},
    row: object = {},
  ) => {
    const made = await task(given)
    await anEnrolment(db(), made, { user_id: at().student.id, state, ...row })
    return made
  }
  /** A guild with one task for each state. */
  const everyKind = async () => {
    await held('expired', { title: '过期', close_at: now - hour })
    await task({ title: '错过', close_at: now - 2 * hour })
    await task({ title: '锁', min_level: 9 })
    await held('aborted', { title: '放弃' })
    await held('passed', { title: '通过' }, { updated_at: 9 })
    await held('failed', { title: '未过' }, { updated_at: 8 })
    await held('submitted', { title: '待批' })
    await task({ title: '可接二' })
    await task({ title: '可接一', due_at: now + hour })
    await held('doing', { title: '在做二' })
    await held('doing', { title: '在做一', due_at: now + hour })
    await held(
      'returned',
      { title: '退回' },
      { return_due_at: now + hour, percent_final: 55, score: 55, mark_count: 3 },
    )
  }
  return { db, task, held, everyKind }
}

import type { Db } from '../db/schema.ts'
import type { LoadedTask } from './sample-types.ts'
import { momentOf, type Clock } from './plan.ts'

const DAY = 24 * 3_600_000

// Criterion levels and comments of results that are held until their batch is released.
const reviewed = [
  { levels: [4, 5, 4], text: '三天的数据完整，还想到了下雨的影响。结论再写短一点会更有力。' },
  { levels: [5, 4, 3], text: '记录很仔细。第二步的式子缺一句解释：为什么可以这样算？' },
  { levels: [3, 4, 4], text: '假设写出来了，这很好。数据只有两天，下次补上第三天。' },
  { levels: [5, 5, 4], text: '读起来像一篇真正的报告。图上的单位别忘了标。' },
] as const

const appeals = [
  '老师好，评语说第二天的数据没有来源，其实在附件的第二页，我和班长一起记的。想请您再看一眼这一部分，谢谢。',
  '我觉得「结论」这一条给低了：我写了两种情况，还说了哪一种可能不准。如果是表达不清楚，也请告诉我该怎么改。',
  '交上去的第二张图没有显示出来，可能影响了评分。我已经确认原文件是好的，请老师重新看一下。',
] as const

const requests = [
  { reason: '这周三到周五去市里参加科技节，回来才有时间补第三天的数据。', until: [3, '22:00'] },
  { reason: '电脑送去修了，周末才能拿回来，图还在里面。', until: [5, '22:00'] },
] as const

type Given = { tasks: readonly LoadedTask[]; hero: number; clock: Clock }

/** Adds results that are held: reviewed by the criteria, and not told to anybody yet. */
const addHeld = async (db: Db, { row }: LoadedTask, teacher_id: number, { hero, clock }: Given): Promise<void> => {
  const criteria = await db
    .selectFrom('criteria')
    .select(['id', 'weight'])
    .where('task_id', '=', row.id)
    .orderBy('sort_order')
    .execute()
  const works = await db
    .selectFrom('submissions')
    .select(['id', 'enrolment_id'])
    .where('task_id', '=', row.id)
    .where('user_id', '!=', hero)
    .where('status', '=', 'sealed')
    .where('late', '=', false)
    .orderBy('id')
    .limit(reviewed.length)
    .execute()
  const results = works.map(({ id, enrolment_id }, index) => {
    const { levels, text } = reviewed[index] ?? reviewed[0]
    const given = criteria.map((criterion, at) => ({ ...criterion, level: levels[at] ?? 4 }))
    const percent = Math.round(given.reduce((sum, { weight, level }) => sum + (weight * level) / 5, 0))
    return {
      submission_id: id,
      enrolment_id,
      reviewer_id: teacher_id,
      reviewer_role: 'teacher' as const,
      decision: 'pass' as const,
      score: (percent * row.max_score) / 100,
      percent,
      percent_final: percent,
      text,
      criteria: JSON.stringify(given.map(({ id: criterion_id, level }) => ({ criterion_id, level }))),
      status: 'held' as const,
      created_at: clock.now - (index + 1) * 3_600_000,
    }
  })
  if (results.length === 0) return
  await db.insertInto('results').values(results).execute()
  const ids = works.map(({ id }) => id)
  // Nobody has them open, as after every decision: a reviewer without an end of the lock would have them for good.
  await db.updateTable('submissions').set({ status: 'reviewed' }).where('id', 'in', ids).execute()
}

/** Adds appeals against results of the last days. */
const addAppeals = async (db: Db, guild_ids: readonly number[], { hero, clock: { now } }: Given): Promise<void> => {
  const results = await db
    .selectFrom('results')
    .innerJoin('submissions as s', 's.id', 'results.submission_id')
    .select(['results.id', 'results.released_at', 's.id as submission_id', 's.enrolment_id', 's.user_id', 's.guild_id'])
    .where('s.guild_id', 'in', guild_ids)
    .where('s.user_id', '!=', hero)
    .where('results.status', '=', 'released')
    .where('results.decision', '!=', 'return')
    .where('results.percent_final', '<', 80)
    .where('results.released_at', '>', now - 6 * DAY)
    .orderBy('results.id')
    .limit(appeals.length)
    .execute()
  const rows = results.map(({ id, released_at, ...of }, index) => ({
    ...of,
    result_id: id,
    status: 'open' as const,
    text: appeals[index] ?? appeals[0],
    created_at: Math.min(now - 600_000, (released_at ?? now) + 5 * 3_600_000),
  }))
  if (rows.length > 0) await db.insertInto('appeals').values(rows).execute()
}

/** Adds requests of students for more time. */
const addRequests = async (db: Db, guild_ids: readonly number[], { hero, clock }: Given): Promise<void> => {
  const { now } = clock
  const under_way = await db
    .selectFrom('enrolments as e')
    .innerJoin('tasks', 'tasks.id', 'e.task_id')
    .select(['e.task_id', 'e.guild_id', 'e.user_id'])
    .where('e.guild_id', 'in', guild_ids)
    .where('e.user_id', '!=', hero)
    .where('e.state', '=', 'doing')
    .where('tasks.due_at', '<', momentOf([2, '23:59'], clock))
    .orderBy('e.id')
    .limit(requests.length)
    .execute()
  const rows = under_way.map((of, index) => {
    const { reason, until } = requests[index] ?? requests[0]
    return {
      ...of,
      status: 'open' as const,
      reason,
      wanted_until: momentOf(until, clock),
      created_at: now - (index + 1) * 4 * 3_600_000,
    }
  })
  if (rows.length > 0) await db.insertInto('extension_requests').values(rows).execute()
}

/** Adds what waits for the first teacher besides new works: held results, appeals, requests for more time. */
export const addWaitingWork = async (
  db: Db,
  teacher: { id: number; guild_ids: readonly number[] },
  given: Given,
): Promise<void> => {
  const held = given.tasks.find(({ row, criteria }) => teacher.guild_ids.includes(row.guild_id) && criteria.length > 0)
  if (held) await addHeld(db, held, teacher.id, given)
  await addAppeals(db, teacher.guild_ids, given)
  await addRequests(db, teacher.guild_ids, given)
}

import type { Input, Output } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { statisticsAdmin } from '@tongchuang/contract/statistics.admin.ts'
import type { App } from '../app-services.ts'
import { iso } from '../db/time.ts'
import { actorOf } from '../guilds/power-rules.ts'
import { maySeeGrades } from '../guilds/rules.ts'
import { staffOf } from '../guilds/scope-store.ts'
import { invalid } from '../http/problem.ts'
import type { Person } from '../http/session.ts'
import { commentStatistics } from './frequent-comments.ts'
import { questionStatistics } from './question-statistics.ts'
import { averageOf, levelsOf, mayTell, scoresOf } from './statistics-rules.ts'
import {
  countHandedIn,
  criteriaOf,
  gradedMembers,
  gradedTask,
  knownTask,
  releasedLevels,
  releasedPercents,
  type StatisticsTask,
} from './statistics-store.ts'

type Asked = Input<typeof statisticsAdmin.statistics>

/** The tasks counted, and those that can be chosen. Strangers get `NOT_FOUND`, assistants without the switch `ROLE`. */
const classesAsked = async (
  { db }: App,
  { task_id, set_id }: Asked,
  caller: Person,
): Promise<{ asked: StatisticsTask[]; choices: StatisticsTask[] }> => {
  const actor = actorOf(caller)
  if (task_id === undefined) {
    const members = set_id === undefined ? [] : await gradedMembers(db, set_id, actor)
    return { asked: members, choices: members }
  }
  const task = await knownTask(db, task_id)
  const staff = task && (await staffOf(db, caller.user_id, task.guild_id))
  if (!task || !staff) throw fail('NOT_FOUND')
  if (!maySeeGrades(staff)) throw fail('ROLE')
  if (task.set_id === null) {
    const own = await gradedTask(db, task_id)
    return { asked: own, choices: own }
  }
  const choices = await gradedMembers(db, task.set_id, actor)
  return { asked: choices.filter((one) => one.task_id === task_id), choices }
}

const nobody = { students: 0, on_time: 0, late: 0, waiting: 0 }

/**
 * The statistics of a task in one class or in all of its set: eleven queries at most, and four more where it asks
 * questions, however many classes and students there are.
 */
export const taskStatistics = async (
  app: App,
  input: Asked,
  caller: Person,
): Promise<Output<typeof statisticsAdmin.statistics>> => {
  if ((input.task_id === undefined) === (input.set_id === undefined))
    throw invalid('task_id', '请给一个任务，或者一组任务', 'Give a task, or a set of tasks')
  const { asked, choices } = await classesAsked(app, input, caller)
  const [first] = asked
  if (!first) throw fail('NOT_FOUND')
  const ids = asked.map(({ task_id }) => task_id)
  const counts = await countHandedIn(app.db, ids)
  const percents = await releasedPercents(app.db, ids)
  const percentsOf = Map.groupBy(percents, ({ task_id }) => task_id)
  const classes = asked.map(({ task_id, guild_id, guild_name, due_at }) => {
    const own = percentsOf.get(task_id) ?? []
    const { students, on_time, late, waiting } = counts.get(task_id) ?? nobody
    return {
      ...{ task_id, guild_id, guild_name, due_at: iso(due_at), students, on_time, late, waiting },
      nothing: students - on_time - late,
      released: own.reduce((sum, { many }) => sum + many, 0),
      average: averageOf(own),
    }
  })
  const isTold = mayTell(classes.map(({ released }) => released))
  const criteria = isTold ? await criteriaOf(app.db, ids) : []
  return {
    title: first.title,
    set_id: first.set_id,
    choices: choices.map(({ task_id, guild_id, guild_name }) => ({ task_id, guild_id, guild_name })),
    classes,
    scores: isTold ? scoresOf(percents, first.pass_line) : null,
    criteria: criteria.length > 0 ? levelsOf(criteria, await releasedLevels(app.db, ids)) : [],
    comments: isTold ? await commentStatistics(app, ids, caller.user_id) : [],
    ...(await questionStatistics(app.db, ids, caller.now)),
  }
}

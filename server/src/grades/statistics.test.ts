import { statisticsAdmin } from '@tongchuang/contract/statistics.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aSubmission } from '../submissions/factory.ts'
import { aCriterion, anEnrolment, aTask } from '../tasks/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let teacher: { id: number }
beforeEach(async () => {
  school = await testApp()
  teacher = await aUser(school.app.db, { roles: ['teacher'] })
})
afterEach(() => school.close())

type Work = number | 'waiting' | 'late' | 'nothing' | 'excused' | 'returned'

/** A class of the teacher’s with a task; each of its students has a released percent, or what stands there instead. */
const aClass = async (works: readonly Work[], set_id: number | null = null) => {
  const { db } = school.app
  const guild = await aGuild(db, { name: `高一（${works.length}）班` })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const task = await aTask(db, { guild_id: guild.id, title: '二次函数', type: 'main' })
  await db.updateTable('tasks').set({ set_id }).where('id', '=', task.id).execute()
  const criterion = await aCriterion(db, { task_id: task.id, label: '配方', weight: 100 })
  for (const work of works) {
    const { id } = await aUser(db, { password_hash: '-' })
    await aMember(db, { guild_id: guild.id, user_id: id })
    if (work === 'nothing') continue
    if (typeof work === 'string') {
      const state = work === 'excused' || work === 'returned' ? work : 'submitted'
      const row = await anEnrolment(db, task, { user_id: id, state, late: work === 'late' })
      if (state !== 'excused') await aSubmission(db, row, { late: work === 'late' })
      continue
    }
    const row = await anEnrolment(db, task, {
      ...{ user_id: id, state: work < 60 ? 'failed' : 'passed', percent_final: work, score: work },
      released_at: school.clock.now(),
    })
    const { id: submission_id } = await aSubmission(db, row, { status: 'released' })
    await db
      .insertInto('results')
      .values({
        ...{ submission_id, enrolment_id: row.id, reviewer_id: teacher.id, reviewer_role: 'teacher' },
        ...{ decision: work < 60 ? 'fail' : 'pass', score: work, percent: work, percent_final: work },
        criteria: JSON.stringify([{ criterion_id: criterion.id, level: Math.ceil(work / 20) || 1 }]),
        ...{ status: 'released', created_at: school.clock.now(), released_at: school.clock.now() },
      })
      .execute()
  }
  return { guild, task }
}

const aSet = async () =>
  (
    await school.app.db
      .insertInto('task_sets')
      .values({ owner_id: teacher.id, title: '二次函数', created_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const staff = (person = teacher) => school.as(person, { audience: 'admin', role: 'teacher' })

test('a teacher reads who handed in, and how the released scores lie', async () => {
  const { task } = await aClass([52, 61, 64, 78, 95, 'waiting', 'late', 'nothing', 'returned', 'excused'])
  const { classes, scores, criteria, choices } = await staff()(statisticsAdmin.statistics, { task_id: task.id })
  expect(classes).toMatchObject([
    { students: 9, on_time: 7, late: 1, nothing: 1, waiting: 2, released: 5, average: 70 },
  ])
  expect(scores).toEqual({ tens: [0, 0, 0, 0, 0, 1, 2, 1, 0, 1], average: 70, median: 64, pass_line: 60, below: 1 })
  expect(criteria).toEqual([{ label: '配方', weight: 100, levels: [0, 0, 1, 3, 1], average: 80 }])
  expect(choices).toHaveLength(1)
})

test('whoever has left the class is counted nowhere, neither with a score nor with a level', async () => {
  const { task, guild } = await aClass([52, 61, 64, 78, 95, 88])
  const { db } = school.app
  const { user_id } = await db
    .selectFrom('enrolments')
    .select('user_id')
    .where('task_id', '=', task.id)
    .where('score', '=', 88)
    .executeTakeFirstOrThrow()
  const { numUpdatedRows } = await db
    .updateTable('guild_members')
    .set({ status: 'left' })
    .where('guild_id', '=', guild.id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  expect(numUpdatedRows).toBe(1n)
  const { classes, scores, criteria } = await staff()(statisticsAdmin.statistics, { task_id: task.id })
  expect(classes).toMatchObject([{ students: 5, released: 5, average: 70 }])
  expect(scores?.tens).toEqual([0, 0, 0, 0, 0, 1, 2, 1, 0, 1])
  expect(criteria).toEqual([{ label: '配方', weight: 100, levels: [0, 0, 1, 3, 1], average: 80 }])
})

test('a result that is held counts for nothing and waits no longer', async () => {
  const { task } = await aClass([70, 70, 70, 70, 70, 'waiting'])
  const { db } = school.app
  const version = await db.selectFrom('submissions').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  await db
    .insertInto('results')
    .values({
      ...{ submission_id: version.id, enrolment_id: version.enrolment_id, reviewer_id: teacher.id },
      ...{ reviewer_role: 'teacher', decision: 'pass', score: 10, percent: 10, percent_final: 10, status: 'held' },
      created_at: 1,
    })
    .execute()
  const { classes, scores } = await staff()(statisticsAdmin.statistics, { task_id: task.id })
  expect(classes).toMatchObject([{ waiting: 0, released: 5, average: 70 }])
  expect(scores?.tens[1]).toBe(0)
})

test('of fewer than five nothing is said of scores or levels, and how many handed in stays', async () => {
  const { task } = await aClass([52, 61, 64, 78, 'waiting'])
  const { classes, scores, criteria } = await staff()(statisticsAdmin.statistics, { task_id: task.id })
  expect(classes).toMatchObject([{ students: 5, on_time: 5, released: 4, average: null }])
  expect([scores, criteria]).toEqual([null, []])
})

test('all classes of a set are read together, but not where one class with too few could be told from the rest', async () => {
  const [together, apart] = [await aSet(), await aSet()]
  for (const works of [
    [60, 70, 80, 90, 100],
    [50, 50],
    [90, 90, 90],
  ])
    await aClass(works, together)
  const told = await staff()(statisticsAdmin.statistics, { set_id: together })
  expect(told.classes.map(({ released, average }) => [released, average])).toEqual([
    [5, 80],
    [2, null],
    [3, null],
  ])
  expect(told.scores?.average).toBe(77)
  expect(told.criteria).toMatchObject([{ label: '配方', levels: [0, 0, 3, 2, 5] }])
  for (const works of [
    [60, 70, 80, 90, 100],
    [50, 50, 50],
  ])
    await aClass(works, apart)
  const hidden = await staff()(statisticsAdmin.statistics, { set_id: apart })
  expect([hidden.scores, hidden.criteria]).toEqual([null, []])
})

test('a student of two classes is expected in the one where they work', async () => {
  const set_id = await aSet()
  const [first, second] = [await aClass([60, 70], set_id), await aClass(['nothing', 'nothing'], set_id)]
  const { user_id } = await school.app.db
    .selectFrom('enrolments')
    .select('user_id')
    .where('task_id', '=', first.task.id)
    .executeTakeFirstOrThrow()
  await aMember(school.app.db, { guild_id: second.guild.id, user_id })
  const { classes } = await staff()(statisticsAdmin.statistics, { set_id })
  expect(classes.map(({ students, nothing }) => [students, nothing])).toEqual([
    [2, 0],
    [2, 2],
  ])
})

test('of a set one counts the classes whose grades one sees, and strangers find none of it', async () => {
  const set_id = await aSet()
  const [first, second] = [await aClass([60, 70, 80, 90, 100], set_id), await aClass([50, 50, 50, 50, 50, 50], set_id)]
  const assistant = await aUser(school.app.db, { roles: ['assistant'] })
  const assists = { user_id: assistant.id, role: 'assistant' as const }
  await aMember(school.app.db, { ...assists, guild_id: first.guild.id, can_see_grades: true })
  await aMember(school.app.db, { ...assists, guild_id: second.guild.id })
  const ask = school.as(assistant, { audience: 'admin', role: 'assistant' })
  const seen = await ask(statisticsAdmin.statistics, { set_id })
  expect(seen.classes.map(({ guild_id }) => guild_id)).toEqual([first.guild.id])
  expect(seen.choices).toHaveLength(1)
  expect(await reasonOf(ask(statisticsAdmin.statistics, { task_id: second.task.id }))).toBe('ROLE')
  const stranger = staff(await aUser(school.app.db, { roles: ['teacher'] }))
  expect(await reasonOf(stranger(statisticsAdmin.statistics, { set_id }))).toBe('NOT_FOUND')
  expect(await reasonOf(stranger(statisticsAdmin.statistics, { task_id: first.task.id }))).toBe('NOT_FOUND')
  expect(await reasonOf(stranger(statisticsAdmin.statistics, {}))).toBe('INVALID')
})

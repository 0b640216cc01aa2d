import { growth } from '@tongchuang/contract/growth.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild } from '../guilds/factory.ts'
import { activeDay, earn, reverse, settleScore, type ExperienceSource } from '../ledger/store.ts'
import { aTask, anEnrolment } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

const day = 24 * 3_600_000
const zone = 'Asia/Shanghai'
let school: School
let student: { id: number }
beforeEach(async () => {
  school = await testApp()
  student = await aUser(school.app.db)
})
afterEach(() => school.close())

test('a student sees the days on which they did something, how much, the longest run, and this week', async () => {
  const { db } = school.app
  const work = async (source_id: number, kind: 'submit_first' | 'discuss') => {
    const at = { user_id: student.id, now: school.clock.now(), zone }
    const source: ExperienceSource = {
      ...at,
      kind,
      source_type: kind === 'discuss' ? 'discussion' : 'enrolment',
      source_id,
      guild_id: null,
    }
    await db.transaction().execute(async (db) => {
      await activeDay(db, at)
      await earn(db, source)
    })
    return source
  }
  school.clock.move(-3 * day) // Friday
  await work(1, 'submit_first')
  school.clock.move(day)
  await work(1, 'discuss')
  await work(2, 'discuss')
  school.clock.move(2 * day) // Monday
  const undone = await work(2, 'submit_first')
  await work(3, 'discuss')
  await db.transaction().execute((db) => reverse(db, { ...undone, now: school.clock.now() }))
  const { days, longest, today, week } = await school.as(student)(growth.activity)
  expect(today).toBe('2026-10-12')
  expect(days).toEqual([
    { day: '2026-10-09', count: 1 },
    { day: '2026-10-10', count: 2 },
    { day: '2026-10-12', count: 1 },
  ])
  expect(longest).toBe(2)
  expect(week).toEqual({ points: 3, submissions: 0, posts: 1 })
  expect((await school.as(await aUser(db))(growth.activity)).days).toEqual([])
})

test('every movement is one’s own, newest first, with its task, page after page', async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const task = await aTask(db, { guild_id: guild.id, title: '食堂排队要等多久？' })
  const row = await anEnrolment(db, task, { user_id: student.id })
  const common = { user_id: student.id, guild_id: guild.id, now: school.clock.now(), zone }
  await db.transaction().execute(async (db) => {
    await earn(db, { ...common, kind: 'submit_first', source_type: 'enrolment', source_id: row.id })
    await reverse(db, { ...common, kind: 'submit_first', source_type: 'enrolment', source_id: row.id })
    await activeDay(db, common)
    for (const target of [70, 85, 60])
      await settleScore(db, {
        ...common,
        kind: target === 70 ? 'result' : 'correction',
        source_type: 'task',
        source_id: task.id,
        target,
        memo: '',
      })
  })
  const send = school.as(student)
  const first = await send(growth.ledger, { limit: 2 })
  const second = await send(growth.ledger, { limit: 2, after: first.next ?? '' })
  expect(
    [...first.list, ...second.list].map(({ kind, points, title, reversed }) => [kind, points, title, reversed]),
  ).toEqual([
    ['active_day', 1, '', 'no'],
    ['submit_first', -10, '食堂排队要等多久？', 'yes'],
    ['submit_first', 10, '食堂排队要等多久？', 'no'],
  ])
  const score = await send(growth.ledger, { ledger: 'score' })
  expect(score.list.map(({ points, after, title }) => [points, after, title])).toEqual([
    [-25, 60, '食堂排队要等多久？'],
    [15, 85, '食堂排队要等多久？'],
    [70, 70, '食堂排队要等多久？'],
  ])
  expect((await school.as(await aUser(db))(growth.ledger, {})).total).toBe(0)
})

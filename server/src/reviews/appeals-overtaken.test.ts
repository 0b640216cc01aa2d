import type { Input } from '@tongchuang/contract/call.ts'
import { enteredResultsAdmin } from '@tongchuang/contract/entered-results.admin.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aGuild, aPersonIn } from '../guilds/factory.ts'
import { aTask } from '../tasks/factory.ts'
import { reasonOf, refusal } from '../testing/refusal.ts'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())
const { scores, waiting } = reviewing(() => ({ school }))

type Fixture = Awaited<ReturnType<typeof waiting>>
const hour = 3_600_000
const day = 24 * hour
const text = '数据来源在附件的第二页，请老师再看一眼，谢谢。'
const at = (ahead: number): string => new Date(school.clock.now() + ahead).toISOString()

type Decided = Partial<Input<typeof reviewsAdmin.decide>> & Pick<Input<typeof reviewsAdmin.decide>, 'decision'>

const decide = async ({ review }: Fixture, submit_id: number, given: Decided): Promise<void> => {
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, text: '看过了', ...given })
}

/** Advances the clock and runs its job. */
const later = async (ms: number): Promise<void> => {
  school.clock.move(ms)
  await school.app.jobs.run('tasks.expire')
  await school.app.events.drain()
}

const seen = async ({ student, task }: Fixture) => {
  const { task: card, appeal, can } = await school.as(student)(studentTask.detail, { id: task.id })
  return { state: card.state, score: card.score, appeal, can: can.appeal }
}

const told = async ({ student }: Fixture): Promise<string[]> =>
  (
    await school.app.db.selectFrom('messages').select('kind').where('user_id', '=', student.id).orderBy('id').execute()
  ).map(({ kind }) => kind)

/** How many appeals wait for staff: in their list, their counts and their bell. */
const asked = async ({ review }: Fixture) => [
  (await review(reviewsAdmin.appeals, { status: 'open' })).list.length,
  (await review(reviewToolsAdmin.summary)).appeals,
  (await school.app.db.selectFrom('messages').select('id').where('kind', '=', 'appeal.opened').execute()).length,
]

/** A student who failed with 40 and appealed. */
const appealed = async () => {
  const fixture = await waiting()
  await decide(fixture, fixture.submit_id, { decision: 'fail', score: 40 })
  const appeal = await fixture.send(reviews.appeal, { submit_id: fixture.submit_id, text })
  return { ...fixture, appeal }
}

const reopen = async ({ review, task, student }: Fixture): Promise<void> => {
  await review(tasksAdmin.reopen, {
    task_id: task.id,
    user_ids: [student.id],
    reason: '附件看到了，补进正文再交',
    due_at: at(day),
  })
}

describe('an appeal of a work that staff reopen', () => {
  test('a student who is let hand in again has that as the answer, with its reason, and is told once', async () => {
    const fixture = await appealed()
    expect(await asked(fixture)).toEqual([1, 1, 1])
    await reopen(fixture)
    await school.app.events.drain()
    expect(await asked(fixture)).toEqual([0, 0, 0])
    expect((await seen(fixture)).appeal).toMatchObject({ status: 'reopened', answer: '附件看到了，补进正文再交' })
    expect((await told(fixture)).filter((kind) => kind !== 'result.released')).toEqual(['task.reopened'])
    const { list } = await fixture.review(reviewsAdmin.appeals, {})
    expect(list).toMatchObject([{ id: fixture.appeal.id, status: 'reopened' }])
    const answer = { id: fixture.appeal.id, outcome: 'keep', answer: '维持' } as const
    expect(await reasonOf(fixture.review(reviewsAdmin.answerAppeal, answer))).toBe('STATE')
  })

  test('nor does an answer that staff give to it late take away what the second try has come to', async () => {
    const fixture = await appealed()
    const { review, send, task, student } = fixture
    await reopen(fixture)
    const again = await send(submissions.submit, { task_id: task.id, content: '补进去了。', key: 'second-version' })
    if (!('submit_id' in again)) throw new Error('not sealed')
    await decide(fixture, again.submit_id, { decision: 'pass', score: 95 })
    // Before anything of this was heard of.
    const answer = { id: fixture.appeal.id, outcome: 'change', answer: '看到附件了', score: 60 } as const
    expect(await refusal(review(reviewsAdmin.answerAppeal, answer))).toMatchObject({
      reason: 'STATE',
      data: { state: 'passed' },
    })
    await school.app.events.drain()
    expect(await asked(fixture)).toEqual([0, 0, 0])
    expect(await seen(fixture)).toMatchObject({ state: 'passed', score: 95, appeal: { status: 'reopened' } })
    expect(await scores(student.id)).toEqual([40, 55])
  })

  test('one that waits since before is settled with the result of the second try', async () => {
    const fixture = await appealed()
    const { send, task } = fixture
    await reopen(fixture)
    await school.app.db.deleteFrom('events').execute()
    const again = await send(submissions.submit, { task_id: task.id, content: '补进去了。', key: 'second-version' })
    if (!('submit_id' in again)) throw new Error('not sealed')
    await decide(fixture, again.submit_id, { decision: 'return', score: 50 })
    await school.app.events.drain()
    expect(await asked(fixture)).toEqual([0, 0, 0])
    expect((await seen(fixture)).appeal).toMatchObject({ status: 'reopened' })
  })

  test('after a correction of the same work it can still be answered either way', async () => {
    const fixture = await appealed()
    const { review, submit_id, appeal } = fixture
    await review(reviewToolsAdmin.correct, { submit_id, score: 65, reason: '看漏了附件' })
    await school.app.events.drain()
    expect(await asked(fixture)).toEqual([1, 1, 1])
    await review(reviewsAdmin.answerAppeal, { id: appeal.id, outcome: 'change', answer: '再加五分', score: 70 })
    expect(await seen(fixture)).toMatchObject({ state: 'passed', score: 70, appeal: { status: 'changed' } })
  })
})

describe('an appeal of a result that was typed', () => {
  test.each(['missing', 'excused'] as const)('is settled where staff type %s in its place', async (word) => {
    const { db } = school.app
    const guild = await aGuild(db)
    const teacher = await aPersonIn(db, { guild_id: guild.id, role: 'teacher' })
    const student = await aPersonIn(db, { guild_id: guild.id, role: 'student' })
    const task = await aTask(db, { guild_id: guild.id, channel: 'offline', type: 'main' })
    const review = school.as(teacher, { audience: 'admin', role: 'teacher' })
    const typed = { task_id: task.id, user_id: student.id }
    await review(enteredResultsAdmin.set, { ...typed, base_version: 0, score: 50 })
    await school.as(student)(reviews.appeal, { task_id: task.id, text })
    await review(enteredResultsAdmin.set, { ...typed, base_version: 1, score: 55, reason: '加错了分' })
    expect((await review(reviewsAdmin.appeals, { status: 'open' })).list).toHaveLength(1)
    await review(enteredResultsAdmin.set, { ...typed, base_version: 2, score: null, word, reason: '那天没有来' })
    expect((await review(reviewsAdmin.appeals, {})).list).toMatchObject([{ status: 'changed' }])
    expect(await db.selectFrom('messages').select('id').where('kind', '=', 'appeal.opened').execute()).toEqual([])
  })
})

describe('a returned work whose time is over', () => {
  const ended = async (score: number) => {
    const fixture = await waiting()
    await decide(fixture, fixture.submit_id, { decision: 'return', score, return_due_at: at(10 * day) })
    expect((await seen(fixture)).can).toBe(false)
    expect(await reasonOf(fixture.send(reviews.appeal, { submit_id: fixture.submit_id, text }))).toBe('APPEAL')
    await later(10 * day + 2 * 60_000)
    return fixture
  }

  test('is appealed by its student within seven days of what the clock made of it, and staff change the result', async () => {
    const fixture = await ended(40)
    const { submit_id, student } = fixture
    expect(await seen(fixture)).toMatchObject({ state: 'failed', score: 40, can: true })
    school.clock.move(6 * day)
    const send = school.as(student)
    const { id } = await send(reviews.appeal, { submit_id, text })
    expect(await reasonOf(send(reviews.appeal, { submit_id, text }))).toBe('APPEAL')
    const review = school.as(fixture.teacher, { audience: 'admin', role: 'teacher' })
    await review(reviewsAdmin.answerAppeal, { id, outcome: 'change', answer: '看到附件了', score: 75 })
    expect(await seen(fixture)).toMatchObject({ state: 'passed', score: 75, appeal: { status: 'changed' } })
    expect(await scores(student.id)).toEqual([40, 35])
  })

  test('its student, given the time asked for before, has another try, which answers the appeal', async () => {
    const fixture = await waiting()
    const { student, submit_id, task } = fixture
    await decide(fixture, submit_id, { decision: 'return', score: 40, return_due_at: at(2 * hour) })
    const wanted_until = at(3 * day)
    const asked = await fixture.send(reviews.askExtension, { task_id: task.id, reason: '生病请假三天', wanted_until })
    await later(2 * hour + 2 * 60_000)
    await school.as(student)(reviews.appeal, { submit_id, text })
    await fixture.review(reviewsAdmin.answerExtension, { id: asked.id, grant: true, answer: '好好休息' })
    const { state, appeal } = await seen(fixture)
    expect({ state, appeal }).toMatchObject({ state: 'returned', appeal: { status: 'reopened', answer: '好好休息' } })
  })

  test('and no more after these seven days', async () => {
    const fixture = await ended(70)
    expect(await seen(fixture)).toMatchObject({ state: 'passed', can: true })
    school.clock.move(7 * day)
    expect((await seen(fixture)).can).toBe(false)
    expect(await reasonOf(school.as(fixture.student)(reviews.appeal, { submit_id: fixture.submit_id, text }))).toBe(
      'APPEAL',
    )
  })
})

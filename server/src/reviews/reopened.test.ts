import type { Input } from '@tongchuang/contract/call.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { works } from '@tongchuang/contract/works.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())
const { waiting, scores } = reviewing(() => ({ school }))

type Fixture = Awaited<ReturnType<typeof waiting>>
// Sessions of staff are short: everything happens within a few hours.
const span = 5 * 60_000
const at = (ahead: number): string => new Date(school.clock.now() + ahead).toISOString()
const text = '数据来源在附件的第二页，请老师再看一眼，谢谢。'

/** Advances the clock and runs its job. */
const later = async (ms: number): Promise<void> => {
  school.clock.move(ms)
  await school.app.jobs.run('tasks.expire')
  await school.app.events.drain()
}

const handIn = async ({ send, task }: Fixture, key: string): Promise<number> => {
  const { draft } = await send(submissions.draft, { task_id: task.id })
  const base = draft ? { base_version: draft.draft_version } : {}
  const sent = await send(submissions.submit, { task_id: task.id, content: `又写了一遍：${key}`, key, ...base })
  if (!('submit_id' in sent)) throw new Error('not sealed')
  await send(works.share, { submit_id: sent.submit_id, share: 'site' })
  return sent.submit_id
}

type Decided = Partial<Input<typeof reviewsAdmin.decide>> & Pick<Input<typeof reviewsAdmin.decide>, 'decision'>

const decide = async ({ review }: Fixture, submit_id: number, given: Decided): Promise<void> => {
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, text: '看过了', ...given })
}

const reopen = async ({ review, task, student }: Fixture): Promise<void> => {
  await later(span)
  const again = { task_id: task.id, user_ids: [student.id], reason: '可以写得更好', due_at: at(8 * span) }
  await review(tasksAdmin.reopen, again)
  await later(span)
}

const inGallery = async (): Promise<number[]> =>
  (await school.as(await aUser(school.app.db))(works.list, {})).list.map(({ id }) => id)

const standings = async () =>
  (await school.app.db.selectFrom('results').select(['submission_id', 'status']).orderBy('id').execute()).map(
    ({ submission_id, status }) => [submission_id, status],
  )

/** A shared work that passed with 80 in a task that has closed, reopened, handed in again and returned with 30. */
const returnedAgain = async () => {
  const fixture = await waiting()
  const { send, review, task, submit_id: first } = fixture
  await send(works.share, { submit_id: first, share: 'site' })
  await decide(fixture, first, { decision: 'pass', score: 80 })
  await review(tasksAdmin.close, { id: task.id })
  await reopen(fixture)
  const second = await handIn(fixture, 'second-version')
  await decide(fixture, second, { decision: 'return', score: 30, return_due_at: at(4 * span) })
  return { ...fixture, first, second }
}

test('the work that passed stays in the gallery while another try of its author is returned, and after that has run out', async () => {
  const { first } = await returnedAgain()
  expect(await inGallery()).toEqual([first])
  await later(5 * span)
  expect(await inGallery()).toEqual([first])
})

test('a better try that passes takes its place in the gallery, also after a return, and keeps it while a third one is returned', async () => {
  const fixture = await returnedAgain()
  const third = await handIn(fixture, 'third-version')
  await decide(fixture, third, { decision: 'pass', score: 95 })
  await later(1)
  expect(await inGallery()).toEqual([third])
  await reopen(fixture)
  const fourth = await handIn(fixture, 'fourth-version')
  await decide(fixture, fourth, { decision: 'return' })
  expect(await inGallery()).toEqual([third])
})

test('a returned work whose provisional result the clock made the result shows, also while its author tries again', async () => {
  const fixture = await waiting()
  const { send, review, task, submit_id } = fixture
  await send(works.share, { submit_id, share: 'site' })
  await decide(fixture, submit_id, { decision: 'return', score: 70, return_due_at: at(4 * span) })
  expect(await inGallery()).toEqual([])
  await review(tasksAdmin.close, { id: task.id })
  await later(5 * span)
  expect(await inGallery()).toEqual([submit_id])
  await reopen(fixture)
  const second = await handIn(fixture, 'second-version')
  await decide(fixture, second, { decision: 'return' })
  expect(await inGallery()).toEqual([submit_id])
})

test('a result that stands again, because the next try ran out, can be appealed and corrected; the return cannot', async () => {
  const { first, second, send, review, student, task } = await returnedAgain()
  await later(5 * span)
  const { task: card, feedback, can } = await send(studentTask.detail, { id: task.id })
  expect({ state: card.state, first: feedback[0]?.submit_id, appeal: can.appeal }).toEqual({
    state: 'passed',
    first,
    appeal: true,
  })
  expect(await reasonOf(send(reviews.appeal, { submit_id: second, text }))).toBe('APPEAL')
  expect(await reasonOf(send(reviews.appeal, { submit_id: first, text }))).toBe('done')
  const given = { score: 90, reason: '看漏了一段' }
  expect(await reasonOf(review(reviewToolsAdmin.correct, { submit_id: second, ...given }))).toBe('STATE')
  expect(await review(reviewToolsAdmin.correct, { submit_id: first, ...given })).toMatchObject({ state: 'passed' })
  expect(await scores(student.id)).toEqual([80, 10])
  expect(await standings()).toEqual([
    [first, 'replaced'],
    [second, 'replaced'],
    [first, 'released'],
  ])
})

test('a student’s earlier result stands again too when they leave the guild with the returned try', async () => {
  const { first, second, send, guild } = await returnedAgain()
  await send(guilds.leave, { guild_id: guild.id })
  await school.app.events.drain()
  expect(await standings()).toEqual([
    [first, 'released'],
    [second, 'replaced'],
  ])
})

test('a student’s earlier result stands again too when they take their new try back after leaving the guild', async () => {
  const fixture = await returnedAgain()
  const { first, second, send, guild } = fixture
  const third = await handIn(fixture, 'third-version')
  await send(guilds.leave, { guild_id: guild.id })
  await school.app.events.drain()
  expect(await send(submissions.withdraw, { submit_id: third })).toMatchObject({ state: 'passed' })
  await school.app.events.drain()
  expect(await standings()).toEqual([
    [first, 'released'],
    [second, 'replaced'],
  ])
})

test('a result that stands again after two tries ran out is still the one that passed', async () => {
  const fixture = await returnedAgain()
  const { first, second } = fixture
  await later(5 * span)
  await reopen(fixture)
  const third = await handIn(fixture, 'third-version')
  await decide(fixture, third, { decision: 'return', return_due_at: at(4 * span) })
  await later(5 * span)
  expect(await standings()).toEqual([
    [first, 'released'],
    [second, 'replaced'],
    [third, 'replaced'],
  ])
  expect(await inGallery()).toEqual([first])
})

test('a student’s own list says which try went back: not while it is under way, and not of one that passed', async () => {
  const fixture = await returnedAgain()
  const { first, second, send } = fixture
  const wentBack = async () => {
    const { list } = await send(submissions.mine, {})
    return list.filter(({ went_back }) => went_back).map(({ id }) => id)
  }
  expect(await wentBack()).toEqual([])
  await later(5 * span)
  expect(await wentBack()).toEqual([second])
  await reopen(fixture)
  const third = await handIn(fixture, 'third-version')
  expect(await wentBack()).toEqual([])
  await decide(fixture, third, { decision: 'fail', score: 20 })
  const list = (await send(submissions.mine, {})).list.map(({ id, went_back }) => [id, went_back])
  expect(list.toSorted()).toEqual([
    [first, false],
    [second, false],
    [third, false],
  ])
})

import { certificates } from '@tongchuang/contract/certificates.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { works } from '@tongchuang/contract/works.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storedValue } from '../db/stored-json.ts'
import { reasonOf } from '../testing/refusal.ts'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'

const minute = 60_000

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const { waiting } = reviewing(() => ({ school }))
type Fixture = Awaited<ReturnType<typeof waiting>>
const inMinutes = (many: number) => new Date(school.clock.now() + many * minute).toISOString()

const back = (score: number) => ({ decision: 'return', score, text: '再改改', return_due_at: inMinutes(30) }) as const
/** The date of a return goes by without another version: twice, as where a process dies after its work. */
const runOut = async () => {
  school.clock.move(31 * minute)
  for (let turn = 0; turn < 2; turn += 1) {
    await school.app.jobs.run('tasks.expire')
    await school.app.events.drain()
  }
}
const asked = async ({ teacher }: Fixture) => {
  await school.app.events.drain()
  const todos = school.app.db.selectFrom('messages').select('data').where('user_id', '=', teacher.id)
  return (await todos.where('kind', '=', 'work.share_asked').execute()).map(({ data }) => storedValue(data).count)
}
const earned = async ({ student }: Fixture) =>
  (
    await school.app.db
      .selectFrom('ledger_entries')
      .select('points')
      .where('user_id', '=', student.id)
      .where('kind', '=', 'featured')
      .execute()
  ).map(({ points }) => points)

test('staff are asked whether a work may be shared that the clock has passed as it came back', async () => {
  await school.app.changeSettings({ share_approval: true })
  const fixture = await waiting()
  const { review, send, submit_id } = fixture
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, ...back(80) })
  await send(works.share, { submit_id, share: 'guild' })
  expect(await asked(fixture)).toEqual([])
  await runOut()
  expect(await asked(fixture)).toEqual([1])
})

test('a work whose pick was agreed on shows as excellent, once, when the clock has passed it as it came back', async () => {
  const fixture = await waiting({ hold: true })
  const { review, send, submit_id, task } = fixture
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 90 })
  await review(worksAdmin.pick, { submit_id, reason: '光很安静' })
  // Reviewed again before anyone was notified: the work is returned.
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, ...back(80), hold: false })
  await school.app.events.drain()
  expect(await earned(fixture)).toEqual([])
  await runOut()
  expect(await earned(fixture)).toEqual([30])
  expect((await send(submissions.mine, { task_id: task.id })).list.map(({ featured }) => featured)).toEqual([true])
  expect(await reasonOf(send(certificates.open, { submit_id }))).toBe('done')
})

test('a returned work passes the same where a teacher reopens it before the clock has written that down', async () => {
  await school.app.changeSettings({ share_approval: true })
  const fixture = await waiting()
  const { review, send, submit_id, task, student } = fixture
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, ...back(80) })
  await send(works.share, { submit_id, share: 'guild' })
  school.clock.move(31 * minute)
  const again = { task_id: task.id, user_ids: [student.id], reason: '还可以更好', due_at: inMinutes(60) }
  await review(tasksAdmin.reopen, again)
  expect(await asked(fixture)).toEqual([1])
})

test('a returned work that the clock fails is no work', async () => {
  await school.app.changeSettings({ share_approval: true })
  const fixture = await waiting()
  const { review, send, submit_id } = fixture
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, ...back(40) })
  await send(works.share, { submit_id, share: 'guild' })
  await runOut()
  expect(await asked(fixture)).toEqual([])
})

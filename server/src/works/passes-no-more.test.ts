import { certificates } from '@tongchuang/contract/certificates.ts'
import { certificatesAdmin } from '@tongchuang/contract/certificates.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { works } from '@tongchuang/contract/works.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reasonOf } from '../testing/refusal.ts'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'

const day = 24 * 3_600_000

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const { waiting } = reviewing(() => ({ school }))
type Fixture = Awaited<ReturnType<typeof waiting>>

/** A work that passed and was picked, whose author has opened its certificate. */
const excellent = async (task: object = {}) => {
  const fixture = await waiting(task)
  const { review, submit_id, send } = fixture
  if (fixture.task.needs_review) {
    await review(reviewsAdmin.open, { submit_id })
    await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 90 })
  }
  await review(worksAdmin.pick, { submit_id, reason: '光很安静' })
  return { ...fixture, number: (await send(certificates.open, { submit_id })).number }
}

/**
 * What is excellent of a student's versions, the newest first, what that earned, and whether the certificate still
 * opens.
 */
const standing = async ({ send, review, task, student, submit_id, number }: Fixture & { number: string }) => {
  await school.app.events.drain()
  const entries = school.app.db.selectFrom('ledger_entries').select('points').where('user_id', '=', student.id)
  const { withdrawn_at } = await review(certificatesAdmin.find, { number })
  return {
    featured: (await send(submissions.mine, { task_id: task.id })).list.map(({ featured }) => featured),
    earned: (await entries.where('kind', '=', 'featured').orderBy('id').execute()).map(({ points }) => points),
    certificate: await reasonOf(send(certificates.open, { submit_id })),
    isWithdrawn: withdrawn_at !== null,
  }
}

const handInAgain = async ({ review, send, task, student }: Fixture) => {
  const due_at = new Date(school.clock.now() + 3 * day).toISOString()
  await review(tasksAdmin.reopen, { task_id: task.id, user_ids: [student.id], reason: '请改', due_at })
  const sent = await send(submissions.submit, { task_id: task.id, content: '第二稿', key: 'second-version' })
  if (!('submit_id' in sent)) throw new Error('not sealed')
  return sent.submit_id
}
const decide = async (
  { review }: Fixture,
  submit_id: number,
  decided: { decision: 'pass' | 'fail'; score: number },
) => {
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, text: '看过了', ...decided })
}

const gone = { earned: [30, -30], certificate: 'NOT_FOUND', isWithdrawn: true }

test('the work of a student who is excused is excellent no more: its certificate is withdrawn, its experience taken back', async () => {
  const fixture = await excellent()
  const { review, task, student } = fixture
  expect(await standing(fixture)).toMatchObject({ earned: [30], certificate: 'done', isWithdrawn: false })
  await review(tasksAdmin.excuse, { task_id: task.id, user_ids: [student.id], reason: '不是自己写的' })
  expect(await standing(fixture)).toEqual({ featured: [false], ...gone })
})

test('an excellent work is so no more once another try fails, and stays so while that is under way', async () => {
  const fixture = await excellent()
  const again = await handInAgain(fixture)
  expect(await standing(fixture)).toMatchObject({ featured: [false, true], earned: [30], certificate: 'done' })
  await decide(fixture, again, { decision: 'fail', score: 20 })
  expect(await standing(fixture)).toEqual({ featured: [false, false], ...gone })
})

test('where another try passes, that one is the work: picked in its turn, it earns what the first one gave back', async () => {
  const fixture = await excellent()
  const again = await handInAgain(fixture)
  await decide(fixture, again, { decision: 'pass', score: 95 })
  expect(await standing(fixture)).toEqual({ featured: [false, false], ...gone })
  await fixture.review(worksAdmin.pick, { submit_id: again, reason: '更好' })
  expect(await standing(fixture)).toMatchObject({ featured: [true, false], earned: [30, -30, 30], isWithdrawn: true })
  expect((await fixture.send(certificates.open, { submit_id: again })).number).not.toBe(fixture.number)
})

test('an excellent work is so no more once a task without review passes its student’s next try at once', async () => {
  const fixture = await excellent({ needs_review: false })
  await handInAgain(fixture)
  expect(await standing(fixture)).toEqual({ featured: [false, false], ...gone })
})

test('staff are asked no more about a share whose work another try has failed, or whose student is excused', async () => {
  await school.app.changeSettings({ share_approval: true })
  for (const end of ['fail', 'excuse'] as const) {
    const fixture = await waiting()
    const { review, send, submit_id, task, student, teacher } = fixture
    const asked = async () => {
      await school.app.events.drain()
      const todos = school.app.db.selectFrom('messages').select('id').where('user_id', '=', teacher.id)
      return (await todos.where('kind', '=', 'work.share_asked').execute()).length
    }
    await decide(fixture, submit_id, { decision: 'pass', score: 90 })
    await send(works.share, { submit_id, share: 'guild' })
    expect(await asked()).toBe(1)
    if (end === 'fail') await decide(fixture, await handInAgain(fixture), { decision: 'fail', score: 20 })
    else await review(tasksAdmin.excuse, { task_id: task.id, user_ids: [student.id], reason: '不是自己写的' })
    expect(await asked()).toBe(0)
  }
})

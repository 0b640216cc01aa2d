import { certificates } from '@tongchuang/contract/certificates.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { works } from '@tongchuang/contract/works.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPersonIn } from '../guilds/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

const { waiting } = reviewing(() => ({ school }))

/** A work that its student shares with the guild, decided and picked while nobody is told, and then released. */
const picked = async (decided: { decision: 'pass' | 'fail'; score: number }) => {
  const { db, events } = school.app
  const { review, send, submit_id, task, student, teacher, guild } = await waiting()
  await send(works.share, { submit_id, share: 'guild' })
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, text: '看过了', hold: true, ...decided })
  await review(worksAdmin.pick, { submit_id, reason: '光很安静' })
  await review(reviewsAdmin.release, { task_id: task.id })
  // The task is over, so that classmates may see what is shared.
  const past = school.clock.now() - 60_000
  await db.updateTable('tasks').set({ due_at: past, close_at: past }).where('id', '=', task.id).execute()
  const classmate = await aPersonIn(db, { guild_id: guild.id, role: 'student' })
  await events.drain()
  const correct = async (change: { score: number; decision?: 'pass' | 'fail' }) => {
    await review(reviewToolsAdmin.correct, { submit_id, reason: '看漏了一页', ...change })
    await events.drain()
  }
  const told = async (user: { id: number }, kind: string) =>
    (await db.selectFrom('messages').select('id').where('user_id', '=', user.id).where('kind', '=', kind).execute())
      .length
  const earned = async () => {
    const entries = db.selectFrom('ledger_entries').select('points').where('user_id', '=', student.id)
    return (await entries.where('kind', '=', 'featured').orderBy('id').execute()).map(({ points }) => points)
  }
  const shown = async () => (await school.as(classmate)(works.list, { guild_id: guild.id })).list
  const isFeatured = async () => (await send(submissions.mine, { task_id: task.id })).list[0]?.featured
  return { review, send, submit_id, student, teacher, guild, correct, told, earned, shown, isFeatured }
}

test('a failed work whose pick was agreed shows as excellent once a correction passes it, and its student is told', async () => {
  const { correct, student, told, earned, shown, isFeatured } = await picked({ decision: 'fail', score: 40 })
  expect([await isFeatured(), await earned(), await shown()]).toEqual([false, [], []])
  await correct({ score: 85 })
  expect((await shown()).map(({ featured }) => featured)).toEqual([true])
  expect([await isFeatured(), await earned(), await told(student, 'work.picked')]).toEqual([true, [30], 1])
  await correct({ score: 90 })
  expect([await isFeatured(), await earned(), await told(student, 'work.picked')]).toEqual([true, [30], 1])
})

test('a failed work whose pick was agreed shows as excellent once its student’s appeal passes it', async () => {
  const { review, send, submit_id, earned, shown } = await picked({ decision: 'fail', score: 40 })
  const { id } = await send(reviews.appeal, { submit_id, text: '表 2 的来源写在最后一页，请老师再看一次，谢谢老师。' })
  await review(reviewsAdmin.answerAppeal, { id, outcome: 'change', answer: '看到了，重新评。', score: 85 })
  await school.app.events.drain()
  expect([await earned(), (await shown()).map(({ featured }) => featured)]).toEqual([[30], [true]])
})

test('a share that waits for staff is told them once a correction passes its work, and no longer once one fails it', async () => {
  const { correct, submit_id, teacher, told } = await picked({ decision: 'fail', score: 40 })
  await school.app.db.updateTable('submissions').set({ share_state: 'waiting' }).where('id', '=', submit_id).execute()
  expect(await told(teacher, 'work.share_asked')).toBe(0)
  await correct({ score: 85 })
  expect(await told(teacher, 'work.share_asked')).toBe(1)
  await correct({ score: 40 })
  expect(await told(teacher, 'work.share_asked')).toBe(0)
})

test('an excellent work that a correction fails is excellent no more, with its certificate, until one passes it again', async () => {
  const { correct, send, submit_id, earned, shown, isFeatured } = await picked({ decision: 'pass', score: 90 })
  expect([await isFeatured(), await earned(), (await shown()).length]).toEqual([true, [30], 1])
  const { number } = await send(certificates.open, { submit_id })
  await correct({ score: 20 })
  expect([await isFeatured(), await earned(), await shown()]).toEqual([false, [30, -30], []])
  expect(await reasonOf(send(certificates.open, { submit_id }))).toBe('NOT_FOUND')
  await correct({ score: 75 })
  expect([await isFeatured(), await earned(), (await shown()).length]).toEqual([true, [30, -30, 30], 1])
  expect((await send(certificates.open, { submit_id })).number).not.toBe(number)
})

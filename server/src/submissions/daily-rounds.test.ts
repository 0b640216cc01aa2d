import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aTask } from '../tasks/factory.ts'
import { handingIn, key } from '../testing/handing-in.ts'
import { testApp, type School } from '../testing/test-app.ts'

const day = 24 * 3_600_000
let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const { points } = handingIn(() => ({ school }))

/** A student with a daily task that is due in three weeks, and the teacher who reviews it. */
const aDailyTask = async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const [student, teacher] = [await aUser(db), await aUser(db, { roles: ['teacher'] })]
  await aMember(db, { guild_id: guild.id, user_id: student.id })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const due_at = school.clock.now() + 21 * day
  const task = await aTask(db, { guild_id: guild.id, type: 'daily', due_at, max_rounds: 5, cooldown_days: 1 })
  const accept = () => school.as(student)(tasks.accept, { id: task.id })
  const send = async () => {
    const sent = await school.as(student)(submissions.submit, { task_id: task.id, content: '今天的观察', key: key() })
    if (!('submit_id' in sent)) throw new Error('not sealed')
    return sent.submit_id
  }
  const decide = async (submit_id: number, decision: 'return' | 'pass') => {
    const review = school.as(teacher, { audience: 'admin', role: 'teacher' })
    await review(reviewsAdmin.open, { submit_id })
    await review(reviewsAdmin.decide, {
      submit_id,
      decision,
      text: '看过了',
      ...(decision === 'pass' && { score: 80 }),
    })
  }
  const returnedThenPassed = async () => {
    await decide(await send(), 'return')
    await decide(await send(), 'pass')
  }
  const earned = async (kind: string) => (await points(student.id)).filter((entry) => entry.startsWith(`${kind} `))
  return { student, guild, task_id: task.id, accept, send, decide, returnedThenPassed, earned }
}

test('a student earns being early and improving once for a daily task, whichever of its rounds', async () => {
  const { accept, send, decide, returnedThenPassed, earned } = await aDailyTask()
  await accept()
  await decide(await send(), 'pass')
  for (let round = 2; round <= 4; round += 1) {
    school.clock.move(day)
    await accept()
    await returnedThenPassed()
  }
  expect(await earned('submit_first')).toHaveLength(4)
  expect(await earned('pass')).toHaveLength(4)
  expect(await earned('submit_early')).toEqual(['submit_early 2'])
  expect(await earned('improve')).toEqual(['improve 5'])
})

test('a student who takes a later round back keeps what the first one earned', async () => {
  const { student, accept, send, decide, earned } = await aDailyTask()
  await accept()
  await decide(await send(), 'pass')
  school.clock.move(day)
  await accept()
  await school.as(student)(submissions.withdraw, { submit_id: await send() })
  expect(await earned('submit_early')).toEqual(['submit_early 2'])
})

test('a student who takes the first round back and hands it in anew earns being early with that', async () => {
  const { student, accept, send, decide, earned } = await aDailyTask()
  await accept()
  await school.as(student)(submissions.withdraw, { submit_id: await send() })
  await decide(await send(), 'pass')
  school.clock.move(day)
  await accept()
  await send()
  expect(await earned('submit_early')).toEqual(['submit_early 2', 'submit_early -2', 'submit_early 2'])
})

test('what a student wrote in an earlier round is neither kept nor handed in as the one of now', async () => {
  const { student, task_id, accept, decide } = await aDailyTask()
  let mine = school.as(student)
  const round = async () => (await mine(studentTask.detail, { id: task_id })).enrolment?.id
  await accept()
  const yesterday = { task_id, enrolment_id: await round(), content: '昨天的观察' }
  const sent = { ...yesterday, key: key() }
  const receipt = await mine(submissions.submit, sent)
  if (!('submit_id' in receipt)) throw new Error('not sealed')
  await decide(receipt.submit_id, 'pass')
  school.clock.move(day)
  mine = school.as(student)
  await accept()
  await expect(mine(submissions.submit, { ...yesterday, draft: true })).rejects.toMatchObject({ reason: 'STATE' })
  await expect(mine(submissions.submit, { ...yesterday, key: key() })).rejects.toMatchObject({ reason: 'STATE' })
  expect(await mine(submissions.submit, sent)).toMatchObject({ receipt: receipt.receipt })
  expect(await mine(submissions.draft, { task_id })).toEqual({ draft: null })
  const today = { task_id, enrolment_id: await round(), content: '今天的观察' }
  expect(await mine(submissions.submit, { ...today, draft: true })).toMatchObject({ draft_version: 1 })
  expect(await mine(submissions.submit, { ...today, base_version: 1, key: key() })).toMatchObject({ version: 1 })
})

test('a student who wrote in a round that ran out is told of that text in the next one, until something is written there', async () => {
  const { student, guild, task_id, accept } = await aDailyTask()
  const mate = await aUser(school.app.db)
  await aMember(school.app.db, { guild_id: guild.id, user_id: mate.id })
  await school.as(mate)(tasks.accept, { id: task_id })
  await school.as(mate)(submissions.submit, { task_id, draft: true, content: '同学没交的' })
  const shown = async () => {
    const { draft, left } = await school.as(student)(studentTask.detail, { id: task_id })
    return [draft?.content, left?.content]
  }
  await accept()
  await school.as(student)(submissions.submit, { task_id, draft: true, content: '昨天没交的' })
  expect(await shown()).toEqual(['昨天没交的', undefined])
  await school.app.db.updateTable('enrolments').set({ state: 'expired' }).where('task_id', '=', task_id).execute()
  school.clock.move(day)
  await accept()
  expect(await shown()).toEqual([undefined, '昨天没交的'])
  await school.as(student)(submissions.submit, { task_id, draft: true, content: '今天的' })
  expect(await shown()).toEqual(['今天的', undefined])
})

import { guilds } from '@tongchuang/contract/guilds.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { iso } from '../db/time.ts'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'

const hour = 3_600_000
const day = 24 * hour

let school: School
let noon: number
beforeEach(async () => {
  // No server listens there: mail stays in the outbox, where the tests read it.
  school = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:9', baseUrl: 'https://school.example' } })
  school.clock.set('2026-10-12T04:00:00.000Z') // noon in Shanghai
  noon = school.clock.now()
})
afterEach(() => school.close())
const { waiting } = reviewing(() => ({ school }))

/** A student whose work was returned with until the 19th to mend it. */
const returned = async () => {
  const fixture = await waiting({ title: '测一条河', due_at: noon + 3 * day, close_at: noon + 4 * day })
  const { db } = school.app
  const email = 'yu@school.example'
  const mailed = { email, email_key: email, email_confirmed: true }
  await db.updateTable('users').set(mailed).where('id', '=', fixture.student.id).execute()
  const { submit_id, task } = fixture
  // A session lasts a day, and these tests go over several.
  const send: School['send'] = (call, ...input) => school.as(fixture.student)(call, ...input)
  const review: School['send'] = (call, ...input) =>
    school.as(fixture.teacher, { audience: 'admin', role: 'teacher' })(call, ...input)
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, decision: 'return', text: '把单位写上' })
  const asked = async () =>
    (await send(messages.list, { type: 'todo' })).list.map(({ title, subTitle }) => `${title} ${subTitle}`)
  const letters = async () => {
    await school.app.jobs.run('messages.letters')
    const rows = await db.selectFrom('mail_outbox').select('text').where('recipient', '=', email).execute()
    return rows.filter(({ text }) => text.includes('老师请你修改')).length
  }
  let keys = 0
  const handIn = async () => {
    const sent = await send(submissions.submit, {
      task_id: task.id,
      content: '单位写上了。',
      key: `handed-in-${keys++}`,
    })
    return 'submit_id' in sent ? sent.submit_id : 0
  }
  return { ...fixture, send, review, asked, letters, handIn }
}

const toMend = '老师请你修改 截止10月19日 12:00'

test('a student who takes back what they handed in after a return is asked to mend it again, as something they know', async () => {
  const { send, asked, letters, handIn } = await returned()
  expect([await asked(), await letters()]).toEqual([[toMend], 1])
  await send(messages.read, {})
  const submit_id = await handIn()
  expect(await asked()).toEqual([])
  await send(submissions.withdraw, { submit_id })
  await send(submissions.withdraw, { submit_id })
  expect([await asked(), (await send(messages.unread)).todo, await letters()]).toEqual([[toMend], 0, 1])
  await handIn()
  expect(await asked()).toEqual([])
})

test('a student who takes a version back is reminded by staff as before, of the date that holds by then', async () => {
  const { db } = school.app
  const { row, review, task, asked, send, handIn } = await returned()
  await review(reviewToolsAdmin.remind, { task_id: task.id })
  const first = await handIn()
  // A classmate who handed in at the same moment, and takes nothing back.
  const mate = await aUser(db)
  const reminder = db.selectFrom('messages').where('kind', '=', 'task.reminded')
  const { id: _, ...put } = await reminder.selectAll().executeTakeFirstOrThrow()
  await db
    .insertInto('messages')
    .values({ ...put, user_id: mate.id })
    .execute()
  const given = { task_id: task.id, user_ids: [row.user_id], reason: '生病了', until: iso(noon + 9 * day) }
  await review(tasksAdmin.extend, given)
  await send(submissions.withdraw, { submit_id: first })
  expect((await asked()).toSorted()).toEqual(['老师提醒你提交 截止10月21日 12:00', '老师请你修改 截止10月21日 12:00'])
  const reminded = (await review(reviewToolsAdmin.missing, { task_id: task.id })).list
  expect(reminded.map(({ reminded_at }) => reminded_at)).toEqual([iso(noon)])
  await send(submissions.withdraw, { submit_id: await handIn() })
  expect(await asked()).toHaveLength(2)
  expect(await reminder.select(['user_id', 'removed_at']).orderBy('user_id').execute()).toEqual([
    { user_id: row.user_id, removed_at: null },
    { user_id: mate.id, removed_at: noon },
  ])
})

test('a student who leaves the guild with a work to mend and comes back is asked to mend it again', async () => {
  const { send, task, asked } = await returned()
  await school.app.db.updateTable('guilds').set({ join_policy: 'open' }).where('id', '=', task.guild_id).execute()
  await send(guilds.leave, { guild_id: task.guild_id })
  await school.app.events.drain()
  expect(await asked()).toEqual([])
  await send(guilds.join, { guild_id: task.guild_id })
  await school.app.events.drain()
  expect(await asked()).toEqual([toMend])
})

test('a student with more time for a work to mend reads the date that holds in what asks for it', async () => {
  const { row, review, task, asked } = await returned()
  const given = { task_id: task.id, user_ids: [row.user_id], reason: '生病了', until: iso(noon + 9 * day) }
  await review(tasksAdmin.extend, given)
  expect(await asked()).toEqual(['老师请你修改 截止10月21日 12:00'])
})

test('a student whose request for more time is granted keeps no reminder of the date before', async () => {
  const { send, review, task, asked } = await returned()
  await review(reviewToolsAdmin.remind, { task_id: task.id })
  school.clock.set(iso(noon + 6 * day + hour))
  await school.app.jobs.run('tasks.remind')
  expect(await asked()).toHaveLength(3)
  await send(reviews.askExtension, {
    task_id: task.id,
    reason: '周三到周五在校外比赛',
    wanted_until: iso(noon + 9 * day),
  })
  const [request] = (await review(reviewsAdmin.extensions, {})).list
  await review(reviewsAdmin.answerExtension, { id: request?.id ?? 0, grant: true })
  expect((await asked()).toSorted()).toEqual(['老师提醒你提交 截止10月21日 12:00', '老师请你修改 截止10月21日 12:00'])
})

test('a student who may hand in once more is not told that their teacher wants it mended, when the task was in the bin', async () => {
  const { row, review, task, asked, handIn } = await returned()
  const submit_id = await handIn()
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 90 })
  const given = { task_id: task.id, user_ids: [row.user_id], reason: '想再写好一点', due_at: iso(noon + 5 * day) }
  await review(tasksAdmin.reopen, given)
  await review(taskEditing.trash, { id: task.id })
  await school.app.events.drain()
  await review(taskEditing.restore, { id: task.id })
  await school.app.events.drain()
  expect(await asked()).toEqual([])
})

import { guilds } from '@tongchuang/contract/guilds.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { iso } from '../db/time.ts'
import { aMember } from '../guilds/factory.ts'
import { expireDue } from '../tasks/clock/task-jobs.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { CutShort, cutBefore } from '../testing/cut-short.ts'
import { staffedGuild } from '../testing/task-writing.ts'
import { testApp, type School } from '../testing/test-app.ts'

const hour = 3_600_000
const day = 24 * hour

let school: School
let guild: { id: number }
let teacher_id: number
let noon: number

beforeEach(async () => {
  // No server listens there: mail stays in the outbox, where the tests read it.
  school = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:9', baseUrl: 'https://school.example' } })
  const staffed = await staffedGuild(school)
  guild = staffed.guild
  teacher_id = staffed.teacher.id
  school.clock.set('2026-10-12T04:00:00.000Z') // noon in Shanghai
  noon = school.clock.now()
})
afterEach(() => school.close())

// A session lasts a day, and these tests go over several.
const teacher: School['send'] = (call, ...input) =>
  school.as({ id: teacher_id }, { audience: 'admin', role: 'teacher' })(call, ...input)

const aStudent = async (name: string) => {
  const email = `${name}@school.example`
  const person = await aUser(school.app.db, { email, email_key: email, email_confirmed: true })
  await aMember(school.app.db, { guild_id: guild.id, user_id: person.id })
  return { ...person, email, send: school.as(person) }
}
type Person = Awaited<ReturnType<typeof aStudent>>
const aMainTask = (due_at: number, close_at = due_at) =>
  aTask(school.app.db, { guild_id: guild.id, type: 'main', title: '写一首诗', due_at, close_at })
const remind = (task_id: number, people: readonly Person[]) =>
  teacher(reviewToolsAdmin.remind, { task_id, user_ids: people.map(({ id }) => id) })
const asked = async (who: Person) =>
  (await who.send(messages.list, { type: 'todo' })).list
    .filter(({ kind }) => kind === 'task.reminded')
    .map(({ subTitle }) => subTitle)
const unread = async (who: Person) => (await who.send(messages.unread)).todo
const letters = async ({ email }: Person) =>
  (await school.app.db.selectFrom('mail_outbox').select('text').where('recipient', '=', email).execute()).filter(
    ({ text }) => text.includes('老师提醒你提交'),
  ).length
const mail = () => school.app.jobs.run('messages.letters')
const evening = (days = 0) => school.clock.set(iso(noon + days * day + 6 * hour + 300_000)) // 18:05

test('a student who is reminded again on another day reads it by mail again, and once however often it is pressed', async () => {
  const yu = await aStudent('yu')
  const { id } = await aMainTask(noon + 5 * day)
  await remind(id, [yu])
  evening()
  await mail()
  expect(await letters(yu)).toBe(1)
  school.clock.set(iso(noon + 2 * day))
  for (let times = 0; times < 3; times += 1) await remind(id, [yu])
  evening(2)
  await mail()
  expect(await letters(yu)).toBe(2)
})

test('nobody is asked to hand in what has closed, at the bell or by mail; staff still see who was reminded', async () => {
  const [idle, busy, extended] = [await aStudent('yu'), await aStudent('lin'), await aStudent('he')]
  const task = await aMainTask(noon + 8 * hour)
  await anEnrolment(school.app.db, task, { user_id: busy.id, state: 'doing' })
  evening()
  await mail()
  await remind(task.id, [idle, busy, extended])
  await teacher(tasksAdmin.extend, {
    task_id: task.id,
    user_ids: [extended.id],
    reason: '生病了',
    until: iso(noon + 3 * day),
  })
  school.clock.set(iso(noon + 9 * hour))
  await school.app.jobs.run('tasks.expire')
  expect([await asked(idle), await asked(busy), await unread(idle)]).toEqual([[], [], 0])
  expect(await asked(extended)).toEqual(['截止10月15日 12:00'])
  evening(1)
  await mail()
  expect([await letters(idle), await letters(busy), await letters(extended)]).toEqual([0, 0, 1])
  const { list } = await teacher(reviewToolsAdmin.missing, { task_id: task.id })
  expect(list.filter(({ reminded_at }) => reminded_at !== null)).toHaveLength(3)
})

test('a server that dies while it closes a task leaves nobody asked for it', async () => {
  const { db, jobs } = school.app
  const yu = await aStudent('yu')
  const { id } = await aMainTask(noon + 8 * hour)
  await remind(id, [yu])
  school.clock.set(iso(noon + 9 * hour))
  const dying = expireDue(cutBefore(db, 'update messages'), { now: school.clock.now(), zone: 'Asia/Shanghai' })
  await expect(dying).rejects.toBeInstanceOf(CutShort)
  await jobs.run('tasks.expire')
  expect(await asked(yu)).toEqual([])
})

test('who closes a task by hand asks nobody for it any more', async () => {
  const yu = await aStudent('yu')
  const { id } = await aMainTask(noon + 5 * day)
  await remind(id, [yu])
  await teacher(tasksAdmin.close, { id })
  expect(await asked(yu)).toEqual([])
})

test('a reminder says the date that holds now, for a student with more time their own', async () => {
  const [yu, lin] = [await aStudent('yu'), await aStudent('lin')]
  const { id } = await aMainTask(noon + day)
  await remind(id, [yu, lin])
  const given = { task_id: id, user_ids: [lin.id], reason: '生病了', until: iso(noon + 9 * day) }
  await teacher(tasksAdmin.extend, given)
  await teacher(taskEditing.update, { id, base_version: 0, due_at: iso(noon + 5 * day), close_at: iso(noon + 5 * day) })
  expect([await asked(yu), await asked(lin)]).toEqual([['截止10月17日 12:00'], ['截止10月21日 12:00']])
})

test('a student who is excused, gives up or leaves is asked no more', async () => {
  const [excused, aborted, left, stays] = [
    await aStudent('yu'),
    await aStudent('lin'),
    await aStudent('he'),
    await aStudent('jin'),
  ]
  const task = await aMainTask(noon + 5 * day)
  await anEnrolment(school.app.db, task, { user_id: aborted.id, state: 'doing' })
  await remind(task.id, [excused, aborted, left, stays])
  await teacher(tasksAdmin.excuse, { task_id: task.id, user_ids: [excused.id], reason: '转学来的' })
  await aborted.send(tasks.abort, { id: task.id })
  await left.send(guilds.leave, { guild_id: guild.id })
  await school.app.events.drain()
  expect([await asked(excused), await asked(aborted), await asked(left)]).toEqual([[], [], []])
  evening()
  await mail()
  expect(await Promise.all([excused, aborted, left, stays].map(letters))).toEqual([0, 0, 0, 1])
})

import { messages } from '@tongchuang/contract/messages.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aMember } from '../../guilds/factory.ts'
import { staffedGuild, taskWriting } from '../../testing/task-writing.ts'
import { testApp, type School } from '../../testing/test-app.ts'
import { applyReturn } from '../enrolment/outcome.ts'
import { anEnrolment } from '../factory.ts'

const hour = 3_600_000
const day = 24 * hour

let school: School
let guild: { id: number }
let teacher: { id: number }
let now: number
beforeEach(async () => {
  // No server listens there: mail stays in the outbox, where the tests read it.
  school = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:9', baseUrl: 'https://school.example' } })
  ;({ guild, teacher } = await staffedGuild(school))
  school.clock.set('2026-10-12T05:00:00.000Z') // 13:00 in Shanghai
  now = school.clock.now()
})
afterEach(() => school.close())
const { db, staff, task } = taskWriting(() => ({ school, guild, teacher }))

const aReader = async (name: string) => {
  const email = `${name}@school.example`
  const person = await aUser(db(), { email, email_key: email, email_confirmed: true })
  await aMember(db(), { guild_id: guild.id, user_id: person.id })
  await school.as(person)(profile.update, {
    notices: (['due', 'feedback'] as const).map((topic) => ({ topic, in_app: true, mail: true })),
  })
  const bell = async () => {
    const send = school.as(person)
    const { list } = await send(messages.list, {})
    return [list.map(({ title, content }) => `${title} ${content}`), (await send(messages.unread)).total]
  }
  return { id: person.id, bell }
}
const followed = () => school.app.events.drain()
const letters = async () => {
  school.clock.set('2026-10-12T10:05:00.000Z') // 18:05
  await school.app.jobs.run('messages.letters')
  return (await db().selectFrom('mail_outbox').select('text').execute()).map(({ text }) => text).join()
}
const archive = async () => {
  await staff()(termsAdmin.archiveGuild, { guild_id: guild.id })
  await followed()
}
const revive = async () => {
  await staff()(termsAdmin.reviveGuild, { guild_id: guild.id })
  await followed()
  await school.app.jobs.run('tasks.remind')
}

/** A student reminded by staff, one whose own deadline is near, and one with a returned work. */
const threeWhoAreAsked = async () => {
  const [asked, near, mending] = [await aReader('qing'), await aReader('jin'), await aReader('gai')]
  const poem = await task({ title: '写一首诗', due_at: now + 5 * day })
  const essay = await task({ title: '月考作文', due_at: now + 5 * day, accepted_count: 2 })
  await staff()(reviewToolsAdmin.remind, { task_id: poem.id, user_ids: [asked.id] })
  const own = { user_id: near.id, extended_until: now + 20 * hour }
  await db()
    .updateTable('tasks')
    .set({ due_at: now + hour })
    .where('id', '=', essay.id)
    .execute()
  await anEnrolment(db(), essay, own)
  const enrolment = await anEnrolment(db(), essay, { user_id: mending.id, state: 'submitted' })
  const given = { score: null, percent_final: null, mark_count: 2, actor_id: teacher.id, now }
  await db()
    .transaction()
    .execute((db) => applyReturn(db, { ...given, task: essay, enrolment, return_due_at: now + 3 * day }))
  await school.app.jobs.run('tasks.remind')
  return { asked, near, mending }
}

test('students of an archived guild have no reminders, in the message box or in the letter of the day', async () => {
  const people = Object.values(await threeWhoAreAsked())
  expect(await Promise.all(people.map(({ bell }) => bell()))).toEqual([
    [['老师提醒你提交 写一首诗'], 1],
    [['快到截止时间了 月考作文'], 1],
    [['老师请你修改2处 月考作文'], 1],
  ])
  await archive()
  expect(await Promise.all(people.map(({ bell }) => bell()))).toEqual([
    [[], 0],
    [[], 0],
    [[], 0],
  ])
  expect(await letters()).toBe('')
})

test('a guild taken out of the archive shows the reminders again whose date has not passed, and no others', async () => {
  const { asked, near, mending } = await threeWhoAreAsked()
  await archive()
  school.clock.move(hour)
  await revive()
  expect(await asked.bell()).toEqual([[], 0])
  expect(await near.bell()).toEqual([['快到截止时间了 月考作文'], 1])
  expect(await mending.bell()).toEqual([['老师请你修改2处 月考作文'], 1])
  await archive()
  school.clock.move(4 * day)
  await school.app.jobs.run('tasks.expire')
  await revive()
  expect((await near.bell())[0]).toEqual(['任务已过期 「月考作文」已停止提交'])
  expect((await mending.bell())[0]).not.toContain('老师请你修改2处 月考作文')
})

test('taking a guild out of the archive twice, or one that is not archived, reminds nobody a second time', async () => {
  const { mending } = await threeWhoAreAsked()
  const told = () => db().selectFrom('messages').select('id').where('user_id', '=', mending.id).execute()
  const before = await told()
  await revive()
  expect(await told()).toEqual(before)
  await archive()
  await revive()
  await revive()
  expect(await told()).toHaveLength(1)
})

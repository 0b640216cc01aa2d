import { messages } from '@tongchuang/contract/messages.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aMember } from '../../guilds/factory.ts'
import { staffedGuild, taskWriting } from '../../testing/task-writing.ts'
import { testApp, type School } from '../../testing/test-app.ts'

let school: School
let guild: { id: number }
let teacher: { id: number }
beforeEach(async () => {
  // No server listens there: mail stays in the outbox, where the tests read it.
  school = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:9', baseUrl: 'https://school.example' } })
  ;({ guild, teacher } = await staffedGuild(school))
  school.clock.set('2026-10-12T05:00:00.000Z') // 13:00 in Shanghai
})
afterEach(() => school.close())
const { staff, task } = taskWriting(() => ({ school, guild, teacher }))

const aReader = async () => {
  const email = 'yu@school.example'
  const person = await aUser(school.app.db, { email, email_key: email, email_confirmed: true })
  await aMember(school.app.db, { guild_id: guild.id, user_id: person.id })
  const send = school.as(person)
  await send(profile.update, { notices: [{ topic: 'tasks', in_app: true, mail: true }] })
  const bell = async () => [
    (await send(messages.list, {})).list.map(({ content }) => content),
    (await send(messages.unread)).total,
  ]
  return { send, bell }
}
const letters = async () => {
  school.clock.set('2026-10-12T10:05:00.000Z') // 18:05
  await school.app.jobs.run('messages.letters')
  return (await school.app.db.selectFrom('mail_outbox').select('text').execute()).map(({ text }) => text).join()
}

test('the messages about a new task are hidden while it is in the bin, in the box and by mail, and return with it', async () => {
  const { bell } = await aReader()
  const [wrong, right] = [
    await task({ status: 'draft', title: '月考第二套卷' }),
    await task({ status: 'draft', title: '写一首诗' }),
  ]
  for (const { id } of [wrong, right]) await staff()(tasksAdmin.open, { id })
  expect(await bell()).toEqual([['写一首诗', '月考第二套卷'], 2])
  await staff()(taskEditing.trash, { id: wrong.id })
  expect(await bell()).toEqual([['写一首诗'], 1])
  const sent = await letters()
  expect([sent.includes('写一首诗'), sent.includes('月考')]).toEqual([true, false])
  await staff()(taskEditing.restore, { id: wrong.id })
  expect(await bell()).toEqual([['写一首诗', '月考第二套卷'], 2])
})

test('what a student has cleared does not come back with the task', async () => {
  const { send, bell } = await aReader()
  const { id } = await task({ status: 'draft', title: '写一首诗' })
  await staff()(tasksAdmin.open, { id })
  await send(messages.read, {})
  await send(messages.clear, {})
  school.clock.move(60_000)
  await staff()(taskEditing.trash, { id })
  await staff()(taskEditing.restore, { id })
  expect(await bell()).toEqual([[], 0])
})

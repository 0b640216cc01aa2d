import { announcementsAdmin } from '@tongchuang/contract/announcements.admin.ts'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { notify } from '../messages/store.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aGuild, aMember } from './factory.ts'

let school: School
let teacher: School['send']
let teacher_id: number

beforeEach(async () => {
  // No server listens there: mail stays in the outbox, where the tests read it.
  school = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:9', baseUrl: 'https://school.example' } })
  school.clock.set('2026-10-12T05:00:00.000Z') // 13:00 in Shanghai
  const chen = await aUser(school.app.db, { roles: ['teacher'] })
  teacher_id = chen.id
  teacher = school.as(chen, { audience: 'admin', role: 'teacher' })
})
afterEach(() => school.close())

const aClass = async (name: string) => {
  const guild = await aGuild(school.app.db, { name })
  await aMember(school.app.db, { guild_id: guild.id, user_id: teacher_id, role: 'teacher' })
  return guild
}
/** A student whose daily letter contains announcements and dates. */
const aReader = async (name: string, guild_ids: readonly number[]) => {
  const email = `${name}@school.example`
  const person = await aUser(school.app.db, { email, email_key: email, email_confirmed: true })
  for (const guild_id of guild_ids) await aMember(school.app.db, { guild_id, user_id: person.id })
  const send = school.as(person)
  await send(profile.update, { notices: [{ topic: 'tasks', in_app: true, mail: true }] })
  return { ...person, send, email }
}
const announce = (guild_id: number, title: string) =>
  teacher(announcementsAdmin.save, { guild_id, title, content: '下午三点' })
const dueSoon = (user_id: number, guild: number, task: string) =>
  notify(school.app.db, {
    user_id,
    type: 'todo',
    kind: 'task.due_soon',
    data: { task, due_at: '2026-10-13T04:00:00.000Z' },
    link: paths.task({ guild, task: 1 }),
    about: `enrolment:${guild}`,
    now: school.clock.now(),
  })
const evening = async () => {
  school.clock.set('2026-10-12T10:05:00.000Z') // 18:05
  await school.app.jobs.run('messages.letters')
  const rows = await school.app.db.selectFrom('mail_outbox').select(['recipient', 'text']).orderBy('id').execute()
  return (email: string) => rows.filter(({ recipient }) => recipient === email).map(({ text }) => text)
}

test('a student who leaves a guild in the afternoon reads nothing of it in the letter of the evening, and all of the others', async () => {
  const [left, other] = [await aClass('诗社'), await aClass('合唱团')]
  const leaver = await aReader('yu', [left.id, other.id])
  const stays = await aReader('lin', [left.id])
  await announce(left.id, '诗社周五改期')
  await announce(other.id, '合唱团加练')
  await dueSoon(leaver.id, left.id, '写一首诗')
  await dueSoon(stays.id, left.id, '写一首诗')
  await leaver.send(guilds.leave, { guild_id: left.id })
  const letters = await evening()
  expect(letters(leaver.email).join()).not.toMatch(/诗/)
  expect(letters(leaver.email).join()).toContain('合唱团加练')
  expect(letters(stays.email).join()).toMatch(/诗社周五改期.*写一首诗/s)
})

test('a student who was taken out of a guild is told that, and no more of it', async () => {
  const guild = await aClass('诗社')
  const removed = await aReader('yu', [guild.id])
  await announce(guild.id, '周五改期')
  await teacher(guildPeople.remove, { guild_id: guild.id, user_ids: [removed.id] })
  const letters = (await evening())(removed.email)
  expect(letters).toHaveLength(1)
  expect(letters[0]).toContain('你已被移出公会')
  expect(letters[0]).not.toContain('周五改期')
})

test('a closed account gets no letter of the day, and nobody gets one about an announcement that was taken back', async () => {
  const guild = await aClass('诗社')
  const [closed, open] = [await aReader('yu', [guild.id]), await aReader('lin', [guild.id])]
  const { id } = await announce(guild.id, '周五改期')
  await announce(guild.id, '带上诗集')
  await school.app.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', closed.id).execute()
  await teacher(announcementsAdmin.takeBack, { guild_id: guild.id, id })
  const letters = await evening()
  expect(letters(closed.email)).toEqual([])
  expect(letters(open.email).join()).toContain('带上诗集')
  expect(letters(open.email).join()).not.toContain('周五改期')
})

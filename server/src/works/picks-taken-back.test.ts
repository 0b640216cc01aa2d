import { messages } from '@tongchuang/contract/messages.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aPersonIn } from '../guilds/factory.ts'
import { aStudentAtWork, aSubmission } from '../submissions/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  // No server listens there: mail stays in the outbox, where the tests read it.
  school = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:9', baseUrl: 'https://school.example' } })
  school.clock.set('2026-10-12T05:00:00.000Z') // 13:00 in Shanghai
})
afterEach(() => school.close())

test('a work that was picked by mistake is told its author as excellent neither at the bell nor by the letter of the day', async () => {
  const { db, jobs } = school.app
  const { student, guild, row } = await aStudentAtWork(db, { row: { state: 'passed' } })
  const email = 'su@school.example'
  await db
    .updateTable('users')
    .set({ email, email_key: email, email_confirmed: true })
    .where('id', '=', student.id)
    .execute()
  const send = school.as(student)
  await send(profile.update, { notices: [{ topic: 'growth', in_app: true, mail: true }] })
  const teacher = await aPersonIn(db, { guild_id: guild.id, role: 'teacher' })
  const decide = school.as(teacher, { audience: 'admin', role: 'teacher' })
  const { id: submit_id } = await aSubmission(db, row, { status: 'released', share: 'guild', title: '没写完的' })
  const bell = async () => [
    (await send(messages.list, {})).list.map(({ title, content }) => `${title} ${content}`),
    (await send(messages.unread)).total,
  ]
  await decide(worksAdmin.pick, { submit_id, reason: '光很安静' })
  expect(await bell()).toEqual([['被评为优秀作品 「没写完的」：光很安静'], 1])
  await decide(worksAdmin.unpick, { submit_id })
  expect(await bell()).toEqual([[], 0])
  school.clock.set('2026-10-12T10:05:00.000Z') // 18:05
  await jobs.run('messages.letters')
  expect(await db.selectFrom('mail_outbox').select('text').execute()).toEqual([])
  await decide(worksAdmin.pick, { submit_id, reason: '再看还是好' })
  expect(await bell()).toEqual([['被评为优秀作品 「没写完的」：再看还是好'], 1])
})

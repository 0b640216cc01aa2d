import { accounts } from '@tongchuang/contract/accounts.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser, sampleHash } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { samplePassword } from '../sample-password.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let guild: { id: number }
let teacher: School['send']
/** The teacher's own address, in the column for those of the students. */
const hers = 'chen@school.cn'

beforeEach(async () => {
  // No server listens there: mail stays in the outbox, where the tests read it.
  school = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:9' } })
  const { db } = school.app
  guild = await aGuild(db)
  const chen = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: chen.id, role: 'teacher' })
  teacher = school.as(chen, { audience: 'admin', role: 'teacher' })
})
afterEach(() => school.close())

const mapping = { student_no: 0, real_name: 1, class_name: null, gender: null, email: 2 }
const imported = async (rows: string) => {
  const text = `学号,姓名,邮箱\n${rows}`
  const read = await teacher(rosterAdmin.read, { guild_id: guild.id, name: '名单.csv', text })
  expect(read.mapping).toEqual(mapping)
  const { counts } = await teacher(rosterAdmin.check, { id: read.id, has_header: true, mapping })
  await teacher(rosterAdmin.apply, { id: read.id, consent: true })
  await school.app.jobs.run('roster')
  return { id: read.id, counts }
}
const undo = async (id: number) => {
  await teacher(rosterAdmin.undo, { id })
  await school.app.jobs.run('roster')
}
const addressOf = (student_no: string) =>
  school.app.db
    .selectFrom('users')
    .select(['id', 'email', 'email_confirmed'])
    .where('student_no', '=', student_no)
    .executeTakeFirstOrThrow()
    .then(({ id, email, email_confirmed }) => ({ id, email, confirmed: Boolean(email_confirmed) }))
/** Marks the student as having chosen a password. */
const knowsTheirPassword = async (id: number) => {
  const chosen = { password_hash: await sampleHash(), must_change_password: false }
  await school.app.db.updateTable('users').set(chosen).where('id', '=', id).execute()
}
const lastCode = async () => {
  const { text } = await school.app.db
    .selectFrom('mail_outbox')
    .select('text')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /\b(\d{6})\b/.exec(text)?.[1] ?? ''
}
const confirm = async (send: School['send'], email: string) => {
  await send(accounts.sendCode, { email, event: 'change' })
  await send(accounts.changeContact, { email, code: await lastCode(), password: samplePassword })
}

test('a list brings addresses along; one that is none is named before anything is made', async () => {
  const { id, counts } = await imported('0012,林雨桐,Lin@School.cn\n0013,欧阳思源,不是邮箱\n0014,王一,')
  expect(counts).toMatchObject({ new: 2, bad: 1 })
  const { list } = await teacher(rosterAdmin.rows, { id })
  expect(list.map(({ email, problem }) => [email, problem])).toEqual([
    ['Lin@School.cn', ''],
    ['不是邮箱', '邮箱地址不对'],
    ['', ''],
  ])
  expect([await addressOf('0012'), await addressOf('0014')]).toMatchObject([
    { email: 'Lin@School.cn', confirmed: false },
    { email: null, confirmed: false },
  ])
})

test('a teacher’s own address in the column gives her neither a password of the student’s nor a log-in', async () => {
  await imported(`0012,林雨桐,${hers}`)
  const { id } = await addressOf('0012')
  await school.send(accounts.sendCode, { email: hers, event: 'resetpwd' })
  const letters = school.app.db.selectFrom('mail_outbox').selectAll().where('recipient', '<>', '')
  expect(await letters.execute()).toEqual([])
  const guess = { email: hers, code: '000000', password: 'a fresh one 77' }
  expect(await reasonOf(school.send(accounts.resetPassword, guess))).toBe('CODE_WRONG')
  // Even with a code mailed to her for another purpose.
  await school.as(await aUser(school.app.db))(accounts.sendCode, { email: 'else@school.cn', event: 'change' })
  const mailed = { ...guess, code: await lastCode() }
  expect(await reasonOf(school.send(accounts.resetPassword, mailed))).toBe('CODE_WRONG')
  await knowsTheirPassword(id)
  const login = { username: hers, password: samplePassword }
  expect(await reasonOf(school.send(accounts.login, login))).toBe('CREDENTIALS')
  expect((await school.send(accounts.login, { ...login, username: '0012' })).userinfo.id).toBe(id)
})

test('an address in a list stands in nobody’s way: whoever owns it confirms it, and the list says nothing more of it', async () => {
  await imported('0012,林雨桐,lin@school.cn')
  const owner = await aUser(school.app.db, { student_no: '0099', real_name: '林语彤' })
  await aMember(school.app.db, { guild_id: guild.id, user_id: owner.id })
  await confirm(school.as(owner), 'lin@school.cn')
  expect(await addressOf('0099')).toMatchObject({ email: 'lin@school.cn', confirmed: true })
  expect((await imported('0099,林语彤,other@school.cn')).counts).toMatchObject({ same: 1 })
  expect(await addressOf('0099')).toMatchObject({ email: 'lin@school.cn', confirmed: true })
  expect((await school.send(accounts.login, { username: 'lin@school.cn', password: samplePassword })).userinfo.id).toBe(
    owner.id,
  )
})

test('whom a list gave an address is asked to confirm it, and has it then', async () => {
  await imported('0012,林雨桐,lin@school.cn')
  const { id } = await addressOf('0012')
  const self = school.as({ id })
  await knowsTheirPassword(id)
  const kinds = async () => (await self(messages.list, {})).list.map(({ title }) => title)
  expect(await kinds()).toContain('请确认你的邮箱')
  expect(await self(profile.get)).toMatchObject({ email: 'l***@school.cn', certification: false })
  await confirm(self, 'lin@school.cn')
  expect(await self(profile.get)).toMatchObject({ email: 'l***@school.cn', certification: true })
})

test('an address that a student gave is not replaced by a list', async () => {
  const own = await aUser(school.app.db, { student_no: '0077', real_name: '王一', email: 'wang@home.cn' })
  await aMember(school.app.db, { guild_id: guild.id, user_id: own.id })
  expect((await imported('0077,王一,wang@school.cn')).counts).toMatchObject({ same: 1 })
  expect(await addressOf('0077')).toMatchObject({ email: 'wang@home.cn' })
  expect((await teacher(peopleAdmin.list, {})).list).toMatchObject([{ email: '', email_confirmed: false }])
})

test('an address is corrected by the next list and put back by its undo, until its owner has confirmed it', async () => {
  await imported('0012,林雨桐,typo@school.cn')
  const second = await imported('0012,林雨桐,lin@school.cn')
  expect(second.counts).toMatchObject({ changed: 1 })
  expect(await addressOf('0012')).toMatchObject({ email: 'lin@school.cn' })
  await undo(second.id)
  expect(await addressOf('0012')).toMatchObject({ email: 'typo@school.cn' })
  const third = await imported('0012,林雨桐,lin@school.cn')
  const confirmed = { email_confirmed: true, email_given: false }
  await school.app.db.updateTable('users').set(confirmed).where('student_no', '=', '0012').execute()
  await undo(third.id)
  expect(await addressOf('0012')).toMatchObject({ email: 'lin@school.cn', confirmed: true })
})

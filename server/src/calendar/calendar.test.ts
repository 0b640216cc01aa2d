import { calendar } from '@tongchuang/contract/calendar.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { makeSet } from '../tasks/sets/set-store.ts'
import { testApp, type School } from '../testing/test-app.ts'

const day = 24 * 3_600_000
let school: School
let student: { id: number }
let guild: { id: number }
beforeEach(async () => {
  school = await testApp({ config: { baseUrl: 'https://school.example' } })
  const { db } = school.app
  student = await aUser(db)
  guild = await aGuild(db, { name: '光影摄影公会' })
  await aMember(db, { guild_id: guild.id, user_id: student.id })
})
afterEach(() => school.close())

const read = async (path: string | null) => {
  const answer = await school.inject(path ?? '/none')
  return {
    status: answer.statusCode,
    type: answer.headers['content-type'],
    text: answer.body.replace(/\r\n /g, ''),
    raw: answer.body,
  }
}
const aDueTask = (title: string, given = {}) =>
  aTask(school.app.db, { guild_id: guild.id, title, due_at: school.clock.now() + 2 * day, ...given })

test('a student subscribes to what is under way and to main tasks not taken yet, and sees nothing else', async () => {
  const { db } = school.app
  const title = '给校园拍一张「看不见的人」，先征得同意，再写一百字'.repeat(2)
  const doing = await aDueTask(title)
  await anEnrolment(db, doing, { user_id: student.id, score: 88, percent_final: 88 })
  const away = await aDueTask('收起来的', { status: 'archived', due_at: school.clock.now() - day })
  await anEnrolment(db, away, { user_id: student.id, extended_until: school.clock.now() + day })
  await aDueTask('还没接的主线', { type: 'main' })
  await aDueTask('还没接的支线', { type: 'side' })
  const passed = await aDueTask('做完的')
  await anEnrolment(db, passed, { user_id: student.id, state: 'passed' })
  const draft = await aDueTask('老师的草稿', { status: 'draft', type: 'main' })
  expect(draft.id).toBeGreaterThan(0)
  const elsewhere = await aGuild(db)
  await aTask(db, { guild_id: elsewhere.id, title: '别的公会', type: 'main', due_at: school.clock.now() + day })
  const { path } = await school.as(student)(calendar.change, { action: 'make' })
  const { status, type, text, raw } = await read(path)
  expect([status, type]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(text).toContain(`SUMMARY:截止：${title}`)
  expect(text).toContain('还没接的主线')
  // Put away by the teacher, while this student has more time.
  expect(text).toContain('收起来的')
  for (const absent of ['还没接的支线', '做完的', '老师的草稿', '别的公会', '88'])
    expect(text.replace(/UID.*|URL.*/g, '')).not.toContain(absent)
  expect(Math.max(...raw.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  expect(text).toContain(`https://school.example/square/task_detail/${guild.id}?task=${doing.id}`)
})

test('a date that is moved for one student moves in their calendar, and a task they hand in leaves it', async () => {
  const { db } = school.app
  const task = await aDueTask('会延期的')
  const row = await anEnrolment(db, task, {
    user_id: student.id,
    extended_until: Date.parse('2026-12-03T14:00:00.000Z'),
  })
  const { path } = await school.as(student)(calendar.change, { action: 'make' })
  expect((await read(path)).text).toContain('DTSTART:20261203T140000Z')
  await db.updateTable('enrolments').set({ state: 'submitted' }).where('id', '=', row.id).execute()
  expect((await read(path)).text).not.toContain('会延期的')
})

test('the address stays until it is reset or turned off, is nobody else’s, and is not in the database', async () => {
  const send = school.as(student)
  expect(await send(calendar.get)).toEqual({ path: null, url: null, since: null })
  const first = await send(calendar.change, { action: 'make' })
  expect(await send(calendar.change, { action: 'make' })).toEqual(first)
  // Where people reach the school, whatever the address of this request was.
  expect(first.url).toBe(`https://school.example${first.path}`)
  const stored = JSON.stringify(await school.app.db.selectFrom('calendar_links').selectAll().execute())
  expect(stored).not.toContain(/calendar\/(.*)\.ics/.exec(first.path ?? '')?.[1])
  const second = await send(calendar.change, { action: 'reset' })
  expect(second.path).not.toBe(first.path)
  expect([(await read(first.path)).status, (await read(second.path)).status]).toEqual([404, 200])
  await school.app.db.updateTable('users').set({ status: 'disabled' }).where('id', '=', student.id).execute()
  expect((await read(second.path)).status).toBe(404)
  await school.app.db.updateTable('users').set({ status: 'normal' }).where('id', '=', student.id).execute()
  await send(calendar.change, { action: 'off' })
  expect((await read(second.path)).status).toBe(404)
})

test('a task given to two of a student’s classes is in the calendar once, and an offline task without being accepted', async () => {
  const { db } = school.app
  const other = await aGuild(db, { name: '选修班' })
  await aMember(db, { guild_id: other.id, user_id: student.id })
  const set_id = await makeSet(db, { owner_id: student.id, title: '月考作文', now: school.clock.now() })
  await aDueTask('月考作文', { type: 'main', set_id, due_at: school.clock.now() + 3 * day })
  await aDueTask('月考作文', { type: 'main', set_id, guild_id: other.id })
  await aDueTask('背诵过关', { type: 'main', channel: 'offline' })
  const { path } = await school.as(student)(calendar.change, { action: 'make' })
  const { text } = await read(path)
  const entries = [...text.matchAll(/SUMMARY:截止：(.*)\r\n(?:URL.*\r\n)?DESCRIPTION:(.*)\r/g)]
  expect(entries.map(([, title, about]) => [title, about])).toEqual([
    ['月考作文', '选修班\\n还没有接取'],
    ['背诵过关', '光影摄影公会'],
  ])
})

test('a calendar holds what one student has to do: nothing of a classmate’s, and nothing of a guild they have left', async () => {
  const { db } = school.app
  const classmate = await aUser(db)
  await aMember(db, { guild_id: guild.id, user_id: classmate.id })
  const left = await aGuild(db)
  await aMember(db, { guild_id: left.id, user_id: student.id, status: 'left' })
  await aTask(db, { guild_id: left.id, title: '离开的公会', type: 'main', due_at: school.clock.now() + day })
  const together = await aDueTask('一起做的')
  for (const user_id of [student.id, classmate.id]) await anEnrolment(db, together, { user_id })
  const main = await aDueTask('同学交了的主线', { type: 'main' })
  await anEnrolment(db, main, { user_id: classmate.id, state: 'passed' })
  const { path } = await school.as(student)(calendar.change, { action: 'make' })
  const { text } = await read(path)
  expect([...text.matchAll(/SUMMARY:截止：(.*)\r/g)].map(([, title]) => title).toSorted()).toEqual([
    '一起做的',
    '同学交了的主线',
  ])
})

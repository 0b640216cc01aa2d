import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { accounts } from '@tongchuang/contract/accounts.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import type { Send } from '@tongchuang/contract/sender.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSession, aUser } from './accounts/factory.ts'
import type { Db } from './db/schema.ts'
import { aGuild, aMember } from './guilds/factory.ts'
import { samplePassword as password } from './sample-password.ts'
import { aStudentAtWork, aSubmission } from './submissions/factory.ts'
import { anEnrolment, aTask } from './tasks/factory.ts'
import { reasonOf } from './testing/refusal.ts'
import { sendTo, startProcess, type ServerProcess } from './testing/server-process.ts'
import { freshDatabase, type TestDatabase } from './testing/test-database.ts'

let folder: string
let database: TestDatabase
let db: Db
/** Ended before the processes were started, with many who were still doing it. */
let ended: { id: number }
const late = 60
let a: ServerProcess
let b: ServerProcess

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'two-'))
  database = await freshDatabase()
  db = database.db
  ended = await anEndedTask()
  ;[a, b] = await Promise.all([start(), start()])
}, 60_000)
afterAll(async () => {
  await Promise.all([a, b].map((process) => process.cut()))
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const anEndedTask = async (): Promise<{ id: number }> => {
  const guild = await aGuild(db)
  // Long enough ago that no submission sent in time can still be in transit.
  const over = Date.now() - 5 * 60_000
  const task = await aTask(db, { guild_id: guild.id, due_at: over - 1_000, close_at: over })
  for (let at = 0; at < late; at += 1) {
    const student = await aUser(db)
    await aMember(db, { guild_id: guild.id, user_id: student.id })
    await anEnrolment(db, task, { user_id: student.id })
  }
  return task
}

const start = () => startProcess(folder, { DATABASE_URL: database.url })

/** Polls until the condition holds, for at most the given time. */
const soon = async (within: number, isSo: () => Promise<boolean>): Promise<boolean> => {
  const end = performance.now() + within
  while (performance.now() < end) {
    if (await isSo()) return true
    await sleep(20)
  }
  return false
}

const asStudent = async (process: ServerProcess, user: { id: number }): Promise<Send> =>
  sendTo(process.url, await aSession(db, user))
const asTeacher = async (process: ServerProcess, user: { id: number }): Promise<Send> =>
  sendTo(process.url, await aSession(db, user, { audience: 'admin', role: 'teacher' }))

test('a session opened at one process is valid at the other, and ends at both', async () => {
  const student = await aUser(db)
  const { userinfo } = await sendTo(a.url)(accounts.login, { username: student.username, password })
  const there = sendTo(b.url, userinfo.token)
  expect(await there(profile.get)).toMatchObject({ user_id: student.id })
  await sendTo(a.url, userinfo.token)(accounts.logout)
  await expect(there(profile.get)).rejects.toMatchObject({ code: 50008 })
})

test('wrong passwords are counted across both processes', async () => {
  const { username } = await aUser(db)
  const wrong = (process: ServerProcess) =>
    reasonOf(sendTo(process.url)(accounts.login, { username, password: 'not the password' }))
  const said: string[] = []
  for (const process of [a, b, a, b, a, b, a]) said.push(await wrong(process))
  expect(said).toEqual([...Array<string>(5).fill('CREDENTIALS'), 'PAUSED', 'PAUSED'])
  expect(await reasonOf(sendTo(b.url)(accounts.login, { username, password }))).toBe('PAUSED')
})

test('the allowance of a minute is shared by both processes', { timeout: 60_000 }, async () => {
  const student = await aUser(db)
  const [here, there] = [await asStudent(a, student), await asStudent(b, student)]
  const change = (send: Send) => reasonOf(send(accounts.changePassword, { password, new_password: password }))
  // Twenty changes of password a minute; the clock may begin a new one meanwhile.
  const allowed = new Map<number, number>()
  const said: string[] = []
  for (let at = 0; at < 42; at += 1) {
    const minute = Math.floor(Date.now() / 60_000)
    const reason = await change(at % 2 ? here : there)
    said.push(reason)
    if (reason === 'WEAK_PASSWORD') allowed.set(minute, (allowed.get(minute) ?? 0) + 1)
  }
  expect(new Set(said)).toEqual(new Set(['WEAK_PASSWORD', 'TOO_FAST']))
  expect(Math.max(...allowed.values())).toBeLessThanOrEqual(21)
})

test('a work opened for review at one process is locked at the other', async () => {
  const { row, guild } = await aStudentAtWork(db, { row: { state: 'submitted' } })
  const { id: submit_id } = await aSubmission(db, row)
  const [first, second] = [
    await aUser(db, { roles: ['teacher'], nickname: '陈老师' }),
    await aUser(db, { roles: ['teacher'] }),
  ]
  for (const { id } of [first, second]) await aMember(db, { guild_id: guild.id, user_id: id, role: 'teacher' })
  const [here, there] = [await asTeacher(a, first), await asTeacher(b, second)]
  await here(reviewsAdmin.open, { submit_id })
  await expect(there(reviewsAdmin.open, { submit_id })).rejects.toMatchObject({
    reason: 'LOCKED_REVIEW',
    message: expect.stringContaining('陈老师'),
  })
  await here(reviewsAdmin.leave, { submit_id })
  expect(await there(reviewsAdmin.open, { submit_id })).toMatchObject({ status: 'in_review' })
})

test('of two students who take the last place at once, one at each, one has it', async () => {
  const guild = await aGuild(db)
  for (let at = 0; at < 10; at += 1) {
    const { id } = await aTask(db, { guild_id: guild.id, capacity: 1 })
    const [one, two] = [await aUser(db), await aUser(db)]
    for (const user of [one, two]) await aMember(db, { guild_id: guild.id, user_id: user.id })
    const [here, there] = [await asStudent(a, one), await asStudent(b, two)]
    const said = await Promise.all([reasonOf(here(tasks.accept, { id })), reasonOf(there(tasks.accept, { id }))])
    expect(said.toSorted()).toEqual(['FULL', 'done'])
    expect(await db.selectFrom('enrolments').select('user_id').where('task_id', '=', id).execute()).toHaveLength(1)
    expect(await db.selectFrom('tasks').select('accepted_count').where('id', '=', id).executeTakeFirst()).toEqual({
      accepted_count: 1,
    })
  }
})

test('a hundred sends at once with one key, half of them at each, are one version with one receipt', async () => {
  const { student, task, row } = await aStudentAtWork(db)
  const [here, there] = [await asStudent(a, student), await asStudent(b, student)]
  const work = { task_id: task.id, content: '只交一次', key: 'one-key-for-both' }
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) => (at % 2 ? here : there)(submissions.submit, work)),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await db.selectFrom('submissions').select('version').where('enrolment_id', '=', row.id).execute()).toEqual([
    { version: 1 },
  ])
})

test('enrolments whose time ended before both processes started expire once', async () => {
  const history = () =>
    db
      .selectFrom('enrolment_history as h')
      .innerJoin('enrolments as e', 'e.id', 'h.enrolment_id')
      .select(['h.enrolment_id', 'h.to_state'])
      .where('e.task_id', '=', ended.id)
      .execute()
  expect(await soon(30_000, async () => (await history()).length >= late)).toBe(true)
  const rows = await history()
  expect(rows.map(({ to_state }) => to_state)).toEqual(Array<string>(late).fill('expired'))
  expect(new Set(rows.map(({ enrolment_id }) => enrolment_id)).size).toBe(late)
})

test('work that one process had begun when it was killed is done by the other, once', async () => {
  const { student, guild, row } = await aStudentAtWork(db)
  const here = await asStudent(a, student)
  // Holds up the consumer in the middle of its work.
  const held = await db.startTransaction().execute()
  await held.updateTable('enrolments').set({ updated_at: 1 }).where('id', '=', row.id).execute()
  await here(guilds.leave, { guild_id: guild.id })
  const isWaiting = async () => {
    const { rows } =
      await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    return rows.length > 0
  }
  expect(await soon(30_000, isWaiting)).toBe(true)
  await a.cut()
  await held.rollback().execute()
  const stateNow = () => db.selectFrom('enrolments').select('state').where('id', '=', row.id).executeTakeFirst()
  expect(await stateNow()).toEqual({ state: 'doing' })
  // The lease of the dead one would run out after a quarter of a minute.
  await db.updateTable('events').set({ next_at: 0 }).where('name', '=', 'guild.left').execute()
  expect(await soon(30_000, async () => (await stateNow())?.state === 'aborted')).toBe(true)
  expect(await db.selectFrom('events').select('id').execute()).toEqual([])
  expect(
    await db.selectFrom('enrolment_history').select('action').where('enrolment_id', '=', row.id).execute(),
  ).toEqual([{ action: 'leave' }])
  a = await start()
}, 60_000)

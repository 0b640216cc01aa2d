import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import type { Send } from '@tongchuang/contract/sender.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aSession, aUser } from '../accounts/factory.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import type { Db } from '../db/schema.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { sendTo, startProcess, type ServerProcess } from '../testing/server-process.ts'
import { emptyDatabase, testDialect, type TestDatabase } from '../testing/test-database.ts'

// Enough that it goes on for many handfuls after each cut.
const fresh = 1_200
const known = 40
const cuts = [100, 500]

let folder: string
let postgres: TestDatabase | null
let server: ServerProcess | null
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'roster-killed-'))
  postgres = testDialect === 'postgres' ? await emptyDatabase() : null
  server = null
})
afterEach(async () => {
  await server?.cut()
  await postgres?.close()
  await rm(folder, { recursive: true, force: true })
})

const dataDir = () => join(folder, 'data')

/** Works on the database; on a file while no server has it. */
const inDatabase = async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
  if (postgres) return work(postgres.db)
  const database = await openDatabase({ url: null, dataDir: dataDir() })
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}

/** An administrator and students known to the school; returns the administrator’s session. */
const arrange = async (): Promise<string> => {
  const database = postgres ?? (await openDatabase({ url: null, dataDir: dataDir() }))
  await migrate(database, { dataDir: dataDir() })
  const token = await database.db.transaction().execute(async (db) => {
    const guild = await aGuild(db, { name: '机器人社' })
    for (let at = 0; at < known; at += 1) {
      const number = `B${1_000 + at}`
      const student = await aUser(db, { username: number, student_no: number, real_name: `老生${at}` })
      await aMember(db, { guild_id: guild.id, user_id: student.id })
    }
    const admin = await aUser(db, { roles: ['admin'] })
    return aSession(db, admin, { audience: 'admin', role: 'admin' })
  })
  if (!postgres) await database.close()
  return token
}

const start = () => startProcess(folder, postgres ? { DATABASE_URL: postgres.url } : {})

/** Known students now and then among the new ones; two guilds, of which one is to be made. */
const theList = (many = fresh): string => {
  const lines: string[] = []
  for (let at = 0; at < many; at += 1) {
    lines.push(`A${10_000 + at},新生${at},${at % 2 === 0 ? '七（1）班' : '机器人社'}`)
    if (at % (many / known) === 0) lines.push(`B${1_000 + at / (many / known)},老生${at / (many / known)},七（1）班`)
  }
  return `学号,姓名,公会\n${lines.join('\n')}\n`
}

const mapping = { student_no: 0, real_name: 1, class_name: null, gender: null, guild: 2 }

type Standing = { state: string; done: number }

/** Polls the progress until the condition holds, no more often than a page does. */
const until = async (send: Send, id: number, isThere: (one: Standing) => boolean) => {
  const met: Standing[] = []
  const look = async () => isThere((met[0] = await send(rosterAdmin.get, { id })))
  await vi.waitUntil(look, { interval: 60, timeout: 120_000 })
  return met[0]
}

/** What a dead process held is free after a minute: it has passed. */
const minuteLater = () => inDatabase((db) => db.updateTable('job_leases').set({ held_until: 0, next_at: 0 }).execute())

const membersOf = (db: Db, name: string) =>
  db
    .selectFrom('guild_members as gm')
    .innerJoin('guilds', 'guilds.id', 'gm.guild_id')
    .innerJoin('users', 'users.id', 'gm.user_id')
    .select('users.student_no')
    .where('guilds.name', '=', name)
    .where('gm.status', '=', 'member')
    .where('gm.role', '=', 'student')
    .orderBy('users.student_no')
    .execute()
    .then((rows) => rows.map(({ student_no }) => student_no))

test(
  'an import of more than a thousand that is killed twice goes on by itself where it was: every account, place and slip is there once',
  { timeout: 180_000 },
  async () => {
    const token = await arrange()
    server = await start()
    let send = sendTo(server.url, token)
    const { id } = await send(rosterAdmin.read, { name: '全校名单.csv', text: theList() })
    await send(rosterAdmin.check, { id, has_header: true, mapping })
    await send(rosterAdmin.apply, { id, consent: true })
    for (const rows of cuts) {
      const met = await until(send, id, ({ state, done }) => state !== 'applying' || done >= rows)
      await server.cut()
      expect(met, 'it was cut in the middle').toMatchObject({ state: 'applying' })
      await minuteLater()
      server = await start()
      send = sendTo(server.url, token)
    }
    const done = await until(send, id, ({ state }) => state !== 'applying')
    expect(done).toMatchObject({
      state: 'applied',
      done: fresh + known,
      counts: { new: fresh, joins: known, bad: 0 },
      guilds: { new: 1, known: 1 },
    })
    const slips = await send(rosterAdmin.slips, { id })
    expect(new Set(slips.list.map(({ student_no }) => student_no)).size).toBe(fresh)
    expect(slips.list).toHaveLength(fresh)
    expect(await server.stop()).toBe(0)
    server = null

    await inDatabase(async (db) => {
      const numbers = Array.from({ length: fresh }, (_, at) => `A${10_000 + at}`)
      const old = Array.from({ length: known }, (_, at) => `B${1_000 + at}`)
      const people = await db
        .selectFrom('users')
        .select('student_no')
        .where('student_no', 'is not', null)
        .orderBy('student_no')
        .execute()
      expect(people.map(({ student_no }) => student_no)).toEqual([...numbers, ...old])
      const even = numbers.filter((_, at) => at % 2 === 0)
      const odd = numbers.filter((_, at) => at % 2 === 1)
      expect(await membersOf(db, '七（1）班')).toEqual([...even, ...old])
      expect(await membersOf(db, '机器人社')).toEqual([...odd, ...old])
      const guilds = await db.selectFrom('guilds').select(['name', 'member_count']).orderBy('name').execute()
      expect(guilds).toHaveLength(2)
      expect(guilds).toContainEqual({ name: '七（1）班', member_count: even.length + known })
      expect(guilds).toContainEqual({ name: '机器人社', member_count: odd.length + known })
    })
  },
)

test(
  'an import of hundreds that is taken back and killed twice meanwhile goes on by itself too: nobody it made is left, and who was there before is where they were',
  { timeout: 180_000 },
  async () => {
    const token = await arrange()
    server = await start()
    let send = sendTo(server.url, token)
    const { id } = await send(rosterAdmin.read, { name: '全校名单.csv', text: theList(400) })
    await send(rosterAdmin.check, { id, has_header: true, mapping })
    await send(rosterAdmin.apply, { id, consent: true })
    await until(send, id, ({ state }) => state !== 'applying')
    await send(rosterAdmin.undo, { id })
    for (const rows of [60, 240]) {
      const met = await until(send, id, ({ state, done }) => state !== 'undoing' || done >= rows)
      await server.cut()
      expect(met, 'it was cut in the middle').toMatchObject({ state: 'undoing' })
      await minuteLater()
      server = await start()
      send = sendTo(server.url, token)
    }
    expect(await until(send, id, ({ state }) => state !== 'undoing')).toMatchObject({ state: 'undone' })
    expect(await server.stop()).toBe(0)
    server = null

    await inDatabase(async (db) => {
      const old = Array.from({ length: known }, (_, at) => `B${1_000 + at}`)
      const people = await db
        .selectFrom('users')
        .select('student_no')
        .where('student_no', 'is not', null)
        .orderBy('student_no')
        .execute()
      expect(people.map(({ student_no }) => student_no)).toEqual(old)
      expect(await membersOf(db, '机器人社')).toEqual(old)
      const guilds = await db.selectFrom('guilds').select(['name', 'member_count']).execute()
      expect(guilds).toEqual([{ name: '机器人社', member_count: known }])
    })
  },
)

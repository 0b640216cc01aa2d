import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Send } from '@tongchuang/contract/sender.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aSession, aUser } from './accounts/factory.ts'
import { openDatabase, type Database } from './db/open.ts'
import { migrate } from './db/migrate.ts'
import { aGuild, aMember } from './guilds/factory.ts'
import { anEnrolment, aTask } from './tasks/factory.ts'
import { sendTo, startProcess, type ServerProcess } from './testing/server-process.ts'

const clients = 16
// `npm run faults -- kill` has fifty.
const crashes = 4
// Enough that nobody runs out before the last crash.
const tasksOfEach = 40

let folder: string
let server: ServerProcess | null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kill-'))
  server = null
})
afterEach(async () => {
  await server?.cut()
  rmSync(folder, { recursive: true, force: true })
})

const dataDir = () => join(folder, 'data')

/** Works on the file while no server has it. */
const inFile = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await openDatabase({ url: null, dataDir: dataDir() })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

type Client = { token: string; task_ids: readonly number[] }

/** A guild with students who all have the same tasks under way. */
const arrange = (): Promise<Client[]> =>
  inFile(async (database) => {
    await migrate(database, { dataDir: dataDir() })
    return database.db.transaction().execute(async (db) => {
      const guild = await aGuild(db)
      const tasks = []
      for (let at = 0; at < tasksOfEach; at += 1) tasks.push(await aTask(db, { guild_id: guild.id }))
      const made: Client[] = []
      for (let at = 0; at < clients; at += 1) {
        const student = await aUser(db)
        await aMember(db, { guild_id: guild.id, user_id: student.id })
        for (const task of tasks) await anEnrolment(db, task, { user_id: student.id })
        made.push({ token: await aSession(db, student), task_ids: tasks.map(({ id }) => id) })
      }
      return made
    })
  })

type Work = { task_id: number; content: string; key: string; base_version?: number }
type Acknowledged = {
  submit_id: number
  version: number
  receipt: { no: string; at: string; sha256: string[] }
  work: Work
}

/** What the students have observed. */
type Journal = { acknowledged: Map<string, Acknowledged>; interrupted: number; calls: number }

const run = async (all: readonly Client[]): Promise<Journal> => {
  const journal: Journal = { acknowledged: new Map(), interrupted: 0, calls: 0 }
  let running: Promise<ServerProcess> = startProcess(folder)
  let isOver = false
  let target: { calls: number; reached: () => void } | null = null

  const handIn = async (send: Send, work: Work): Promise<Acknowledged> => {
    const answer = await send(submissions.submit, work)
    if (!('receipt' in answer)) throw new Error('a draft was saved')
    const { submit_id, version, receipt } = answer
    return { submit_id, version, receipt, work }
  }

  /**
   * Retries after each crash until an answer comes, and repeats the last acknowledged request, whose answer must be
   * unchanged.
   */
  const insist = async <T>(token: string, last: Acknowledged | null, make: (send: Send) => Promise<T>): Promise<T> => {
    for (let attempt = 0; ; attempt += 1) {
      const process = await running
      const send = sendTo(process.url, token)
      try {
        if (attempt > 0 && last) expect(await handIn(send, last.work)).toEqual(last)
        const answer = await make(send)
        journal.calls += 1
        if (target && journal.calls >= target.calls) target.reached()
        return answer
      } catch (error) {
        // A refusal, a wrong answer, or a connection that broke without a crash.
        if (!(error instanceof TypeError) || (await running) === process) throw error
        journal.interrupted += 1
      }
    }
  }

  const student = async ({ token, task_ids }: Client, name: number): Promise<void> => {
    let last: Acknowledged | null = null
    const submit = async (work: Work): Promise<Acknowledged> => {
      last = await insist(token, last, (send) => handIn(send, work))
      journal.acknowledged.set(work.key, last)
      return last
    }
    for (const task_id of task_ids) {
      const first = await submit({ task_id, content: `学生 ${name} 的第一稿`, key: randomUUID() })
      if (isOver) return
      await insist(token, first, (send) => send(submissions.withdraw, { submit_id: first.submit_id }))
      if (isOver) return
      await submit({ task_id, content: `学生 ${name} 的第二稿`, key: randomUUID(), base_version: 1 })
      if (isOver) return
    }
    throw new Error('a student has run out of tasks')
  }

  const working = all.map(student)
  for (let crash = 0; crash < crashes; crash += 1) {
    const process = await running
    const calls = journal.calls + 20 + ((crash * 37) % 90)
    await Promise.race([new Promise<void>((reached) => (target = { calls, reached })), Promise.all(working)])
    running = process.cut().then(() => startProcess(folder))
  }
  isOver = true
  await Promise.all(working)
  server = await running
  return journal
}

test(
  'a server cut off four times while sixteen students hand in loses nothing it acknowledged and keeps nothing twice',
  { timeout: 180_000 },
  async () => {
    const students = await arrange()
    const { acknowledged, interrupted } = await run(students)
    expect(await server?.stop()).toBe(0)
    // Otherwise no crash has hit a request in flight.
    expect(interrupted).toBeGreaterThan(crashes)
    expect(acknowledged.size).toBeGreaterThan(80)

    await inFile(async ({ db }) => {
      expect((await sql`pragma integrity_check`.execute(db)).rows).toEqual([{ integrity_check: 'ok' }])
      expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([])
      const rows = await db.selectFrom('submissions').selectAll().orderBy('enrolment_id').orderBy('version').execute()

      // One row for each key and no row without one: nobody gave up on a request before it was answered.
      expect(rows.map(({ key }) => key).toSorted()).toEqual([...acknowledged.keys()].toSorted())
      for (const row of rows) {
        const { submit_id, version, receipt, work } = acknowledged.get(row.key) ?? {}
        expect(row).toMatchObject({
          id: submit_id,
          version,
          receipt_no: receipt?.no,
          content: work?.content,
          task_id: work?.task_id,
        })
      }

      const enrolments = await db
        .selectFrom('enrolments')
        .select(['id', 'state', 'version_count', 'attempts'])
        .where('version_count', '>', 0)
        .execute()
      for (const { id, state, version_count, attempts } of enrolments) {
        const own = rows.filter(({ enrolment_id }) => enrolment_id === id)
        expect(own.map(({ version }) => version)).toEqual(
          Array.from({ length: version_count }, (_, index) => index + 1),
        )
        const sealed = own.filter(({ status }) => status === 'sealed')
        expect({ state, attempts }).toEqual(
          sealed.length === 1 ? { state: 'submitted', attempts: 1 } : { state: 'doing', attempts: 0 },
        )
      }
      expect(new Set(rows.map(({ enrolment_id }) => enrolment_id)).size).toBe(enrolments.length)

      // The effects of handing in were written with it, once.
      const sums = await db
        .selectFrom('ledger_entries as e')
        .innerJoin('ledger_totals as t', 't.user_id', 'e.user_id')
        .select((from) => ['e.user_id', 't.experience', from.fn.sum<number>('e.points').as('sum')])
        .where('e.ledger', '=', 'experience')
        .groupBy(['e.user_id', 't.experience'])
        .execute()
      expect(sums).toHaveLength(clients)
      for (const { experience, sum } of sums) expect(sum).toBe(experience)
    })
  },
)

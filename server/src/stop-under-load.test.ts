import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aSession } from './accounts/factory.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase, type Database } from './db/open.ts'
import { aStudentAtWork } from './submissions/factory.ts'
import { isBusy, startProcess } from './testing/server-process.ts'
import { freshDatabase, testDialect } from './testing/test-database.ts'
import { askedOnSqlite } from './testing/where-possible.ts'

let folder: string
let database: Database & { url?: string }
let env: Record<string, string>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stop-'))
  const dataDir = join(folder, 'data')
  database = testDialect === 'postgres' ? await freshDatabase() : await openDatabase({ url: null, dataDir })
  env = database.url ? { DATABASE_URL: database.url } : {}
  if (testDialect === 'sqlite') await migrate(database, { dataDir })
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A supervisor commonly kills a process that takes longer to end. */
const supervisorMs = 10_000

type Answer = { code: number; draft_version: number | undefined; isTurnedAway: boolean; isLast: boolean }

/** Saves a draft over a connection that is kept alive. */
const save = (url: string, agent: Agent, token: string, draft: object): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asking = request(
      `${url}/api/student/tasks_submit`,
      { agent, method: 'POST', headers: { token, 'content-type': 'application/json' } },
      (answer) => {
        let body = ''
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          body += chunk
        })
        answer.on('error', reject)
        answer.on('end', () => {
          const { code, data } = JSON.parse(body) as { code: number; data: null | { draft_version?: number } }
          resolve({
            code,
            draft_version: data?.draft_version,
            isTurnedAway: isBusy({ code, data }),
            isLast: answer.headers.connection === 'close',
          })
        })
      },
    )
    asking.on('error', reject)
    asking.end(JSON.stringify(draft))
  })

test(
  'forty students who save without a pause while the server is asked to end get every answer, and all they saved is there',
  { timeout: 60_000 },
  async () => {
    const { db } = database
    const rows: { enrolment_id: number; task_id: number; token: string }[] = []
    for (let at = 0; at < 40; at += 1) {
      const { student, task, row } = await aStudentAtWork(db)
      rows.push({ enrolment_id: row.id, task_id: task.id, token: await aSession(db, student) })
    }
    const server = await startProcess(folder, env)
    let answered = 0
    let reach = () => {}
    const underLoad = new Promise<void>((resolve) => {
      reach = resolve
    })

    /** Saves until the server says that it closes this connection; answers what was saved last. */
    const work = async ({ task_id, token }: (typeof rows)[number]): Promise<number | undefined> => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      let base_version: number | undefined
      for (;;) {
        const answer = await save(server.url, agent, token, {
          task_id,
          draft: true,
          content: `第 ${base_version ?? 0} 次保存之后`,
          base_version,
        })
        if (!answer.isTurnedAway) {
          expect(answer).toMatchObject({ code: 1, draft_version: (base_version ?? 0) + 1 })
          base_version = answer.draft_version
        }
        answered += 1
        if (answered === 200) reach()
        if (answer.isLast) return base_version
      }
    }

    const working = Promise.all(rows.map(work))
    await Promise.race([underLoad, working])
    const ended = server.stop()
    const saved = await working
    expect(await ended).toBe(0)

    const kept = await db
      .selectFrom('drafts')
      .select(['enrolment_id', 'draft_version'])
      .orderBy('enrolment_id')
      .execute()
    expect(kept).toEqual(
      rows.flatMap(({ enrolment_id }, at) => (saved[at] ? [{ enrolment_id, draft_version: saved[at] }] : [])),
    )
    expect(kept.length).toBeGreaterThan(20)
  },
)

/** Sends a request on a new connection; returns the status, or the reason for having none. */
const askAnew = (url: string): Promise<string> =>
  new Promise((resolve) => {
    const asking = request(`${url}/api/version`, { agent: false }, (answer) => {
      answer.resume()
      answer.on('error', (error: Error & { code?: string }) => resolve(error.code ?? error.message))
      answer.on('end', () => resolve(String(answer.statusCode)))
    })
    asking.on('error', (error: Error & { code?: string }) => resolve(error.code ?? error.message))
    asking.end()
  })

// The kind of database makes no difference to how connections are handled.
test(
  'new requests while the server is stopping are answered or find no server, and none is cut off',
  { timeout: 120_000 },
  async ({ skip }) => {
    if (askedOnSqlite !== null) return skip(askedOnSqlite)
    const outcomes = new Map<string, number>()
    for (let time = 0; time < 2; time += 1) {
      const server = await startProcess(folder, env)
      let answered = 0
      let reach = () => {}
      const underLoad = new Promise<void>((resolve) => {
        reach = resolve
      })
      const come = async (): Promise<void> => {
        for (;;) {
          const outcome = await askAnew(server.url)
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
          if (outcome === 'ECONNREFUSED') return
          answered += 1
          if (answered === 300) reach()
        }
      }
      const coming = Promise.all(Array.from({ length: 40 }, come))
      await underLoad
      const began = performance.now()
      expect(await server.stop()).toBe(0)
      expect(performance.now() - began).toBeLessThan(supervisorMs)
      await coming
    }
    // Turned away for being too many at once is an answer, too.
    outcomes.delete('503')
    expect([...outcomes.keys()].toSorted()).toEqual(['200', 'ECONNREFUSED'])
  },
)

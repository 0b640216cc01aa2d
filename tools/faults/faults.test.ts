import { copyFileSync, mkdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { check } from './check.ts'
import type { Finding } from './finding.ts'
import type { Journal } from './journal.ts'
import { killUnderLoad } from './kill.ts'
import { startLoad } from './load.ts'
import { anInstallation, endPostgres, withInstallation, sharedPostgres, type Installation } from './installation.ts'
import { failuresOf } from './table.ts'
import { tryFault } from './trial.ts'

afterAll(endPostgres)

describe('what is compared after each fault', () => {
  let installation: Installation
  let journal: Journal
  const database = () => join(installation.dataDir, 'app.db')
  const look = async (): Promise<Finding['kind'][]> =>
    [...new Set((await check({ ...installation, journal })).map(({ kind }) => kind))].toSorted()

  beforeAll(async () => {
    installation = await anInstallation('SQLite', { students: 8, tasks: 30 })
    const server = await installation.start()
    const load = startLoad(installation.school, () => [server.url])
    const hasAll = () =>
      (['submit', 'upload', 'decide', 'post', 'import', 'draft'] as const).every(
        (kind) => load.journal.acknowledged(kind).length > 1,
      )
    for (let times = 0; times < 20 && !hasAll(); times += 1) await load.acknowledged(30, 20_000)
    expect(hasAll()).toBe(true)
    await load.stop()
    await server.stop()
    journal = load.journal
    copyFileSync(database(), join(installation.folder, 'whole.db'))
  }, 120_000)
  afterAll(() => installation.clear())

  /** Changes the data by hand, looks, and restores it. */
  const changed = async (sql: string): Promise<Finding['kind'][]> => {
    await installation.reader.change(sql)
    const found = await look()
    copyFileSync(join(installation.folder, 'whole.db'), database())
    return found
  }

  test('is whole after ordinary work', async () => {
    expect(await check({ ...installation, journal })).toEqual([])
  })

  const aWork = "(select min(id) from submissions where status <> 'withdrawn')"
  const columns = (table: string, own: Record<string, string>): Promise<string> =>
    installation.reader.look(async (rows) => {
      const names = (await rows<{ name: string }>(`select name from pragma_table_info('${table}')`))
        .map(({ name }) => name)
        .filter((name) => name !== 'id')
      return `insert into ${table} (${names.join()}) select ${names.map((name) => own[name] ?? name).join()} from ${table}`
    })

  test.each([
    ['a version that is gone', `delete from submissions where id = ${aWork}`, 'lost'],
    ['a version whose text is another', `update submissions set content = 'x' where id = ${aWork}`, 'torn'],
    ['a version without its files', 'delete from submission_files', 'torn'],
    ['a post that is gone', 'delete from discussions where id = (select min(id) from discussions)', 'lost'],
    ['a result that is gone', 'delete from results where id = (select min(id) from results)', 'lost'],
    [
      'a student of an import who is gone',
      'delete from users where id = (select max(id) from users where student_no is not null)',
      'lost',
    ],
    ['a task taken on that is not there', 'delete from enrolments where id = (select max(id) from enrolments)', 'lost'],
    [
      'a ledger entry with other points',
      'update ledger_entries set points = points + 1 where id = (select min(id) from ledger_entries)',
      'torn',
    ],
    ['a sum of the ledger', 'update ledger_totals set experience = experience + 1', 'torn'],
    ['a count of posts', 'update tasks set discussion_count = discussion_count + 1', 'torn'],
    [
      'a state without its version',
      "update enrolments set state = 'submitted' where state = 'doing' or state = 'passed'",
      'state',
    ],
    ['a step of the history that is missing', "delete from enrolment_history where action = 'submit'", 'torn'],
  ])('notices %s', async (_what, sql, kind) => {
    expect(await changed(sql)).toContain(kind)
  })

  test('notices a version that exists twice, and points earned twice', async () => {
    const version = await columns('submissions', {
      key: "key || '-again'",
      version: 'version + 90',
      receipt_no: "receipt_no || '2'",
    })
    expect(await changed(`${version} where id = ${aWork}`)).toContain('doubled')
    const entry = await columns('ledger_entries', { seq: 'seq + 1' })
    expect(
      await changed(`${entry} where id = (select min(id) from ledger_entries where ledger = 'experience')`),
    ).toContain('doubled')
  })

  test('notices a file that is cut short, one with a changed bit, and one that is gone', async () => {
    const key = await installation.reader.look(
      async (rows) =>
        (await rows<{ upload_id: string }>("select upload_id from files where status = 'ready'"))[0]?.upload_id,
    )
    const path = join(installation.dataDir, 'files', key ?? '')
    const bytes = readFileSync(path)
    truncateSync(path, bytes.length - 1)
    expect(await look()).toEqual(['torn'])
    const other = Buffer.from(bytes)
    other[100] = (other[100] ?? 0) ^ 1
    writeFileSync(path, other)
    expect(await look()).toEqual(['torn'])
    mkdirSync(join(installation.folder, 'aside'))
    renameSync(path, join(installation.folder, 'aside/file'))
    expect(await look()).toEqual(['lost'])
    writeFileSync(path, bytes)
    expect(await look()).toEqual([])
  })
})

describe('a short round', () => {
  test('on SQLite the product is killed while people work: nothing they were told is lost, doubled or half there', () =>
    withInstallation('SQLite', { tasks: 60 }, async (installation) => {
      const row = await killUnderLoad(installation, { fault: 'kill', rounds: 1, makesBackups: true })
      expect(failuresOf(row)).toEqual([])
      expect(row.acknowledged).toBeGreaterThan(30)
    }))

  test('on PostgreSQL one of two processes is killed', () =>
    withInstallation('PostgreSQL', { tasks: 60 }, async (installation) => {
      const row = await killUnderLoad(installation, { fault: 'kill', rounds: 1, processes: 2 })
      expect(failuresOf(row)).toEqual([])
    }))

  test('PostgreSQL dies and comes back: every answer meanwhile is an envelope, and the process lives', () =>
    withInstallation('PostgreSQL', { tasks: 60 }, async (installation) => {
      const row = await tryFault(installation, {
        fault: 'outage',
        // Longer than /readyz keeps an answer.
        brokenMs: 4_000,
        disturb: async () => {
          const postgres = await sharedPostgres()
          await postgres.kill()
          return postgres.begin
        },
      })
      expect(failuresOf(row)).toEqual([])
    }))
})

import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { globSync, mkdirSync, mkdtempSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../server/src/testing/free-port.ts'
import { terminal } from '../../server/src/testing/server-process.ts'
import { root } from '../sites.ts'
import { check } from './check.ts'
import type { Finding } from './finding.ts'
import { createJournal } from './journal.ts'
import { startLoad } from './load.ts'
import { arrangeOldSchool, sizeOfOldSchool } from './old-school.ts'
import { withInstallation, newDatabase, type Installation } from './installation.ts'
import { openReader, type Reader } from './reader.ts'
import { readyAfter, startServer } from './server.ts'
import type { Row } from './table.ts'

/** An installation without a school: its folder and its database. */
type Target = { dataDir: string; url: string | null }

const environment = ({ dataDir, url }: Target) => ({
  ...terminal,
  DATA_DIR: dataDir,
  ...(url !== null && { DATABASE_URL: url }),
})

/** Runs a command, which is killed once `until` is over. Answers its exit code, null where it was killed. */
const cli = async (
  target: Target,
  args: readonly string[],
  until?: Promise<unknown>,
): Promise<{ code: number | null; ms: number; said: string }> => {
  const began = performance.now()
  const child = spawn(process.execPath, [join(root, 'server/src/cli.ts'), ...args], {
    cwd: target.dataDir,
    env: environment(target),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += text.toString()))
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  void until?.then(() => child.kill('SIGKILL'))
  await once(child, 'close')
  return { code: child.exitCode, ms: performance.now() - began, said }
}

const emptyTarget = async ({ folder, url }: Installation): Promise<Target> => {
  const dataDir = mkdtempSync(join(folder, 'target-'))
  return { dataDir, url: url === null ? null : await newDatabase() }
}

const tables = [
  'users',
  'guild_members',
  'enrolments',
  'enrolment_history',
  'submissions',
  'submission_files',
  'files',
  'drafts',
  'discussions',
  'ledger_entries',
  'messages',
]

const countsIn = (reader: Reader): Promise<string> =>
  reader.look(async (rows) => {
    const counts: string[] = []
    for (const table of tables)
      counts.push(`${table} ${(await rows<{ many: number }>(`select count(*) as many from ${table}`))[0]?.many}`)
    return counts.join(', ')
  })

/** A random moment within a run of `ms` milliseconds; the later the round, the nearer its end. */
const momentOf = (round: number, rounds: number, ms: number): number => ((round + Math.random()) / rounds) * ms

/** A moment within the writing of a backup. */
const whileWriting = async (dataDir: string): Promise<void> => {
  const until = performance.now() + 60_000
  while (globSync('backups/*.part', { cwd: dataDir }).length === 0 && performance.now() < until) await sleep(2)
  await sleep(randomInt(60))
}

type Cut = { cut: number; findings: Finding[]; problems: string[] }

const cutBackups = async (installation: Installation, rounds: number, whole: number): Promise<Cut> => {
  const result: Cut = { cut: 0, findings: [], problems: [] }
  for (let round = 0; round < rounds; round += 1) {
    const { code } = await cli(
      installation,
      ['backup'],
      round % 2 === 0 ? sleep(momentOf(round, rounds, whole)) : whileWriting(installation.dataDir),
    )
    if (code === null) result.cut += 1
    const file = join(installation.folder, `whole-${round}.zip`)
    const again = await cli(installation, ['backup', file])
    const checked = await cli(installation, ['backup', 'check', file])
    if (again.code !== 0 || checked.code !== 0)
      result.findings.push({ kind: 'torn', what: `the backup after a cut one: ${again.said}${checked.said}` })
  }
  // Every backup under its final name must be complete.
  for (const name of readdirSync(join(installation.dataDir, 'backups')).filter((one) => one.endsWith('.zip'))) {
    const { code, said } = await cli(installation, ['backup', 'check', join(installation.dataDir, 'backups', name)])
    if (code !== 0) result.findings.push({ kind: 'torn', what: `${name}: ${said}` })
  }
  return result
}

/** A cut restore is nothing or all of it, and the next one brings all of it. */
const cutRestores = async (installation: Installation, rounds: number, archive: string): Promise<Cut> => {
  const result: Cut = { cut: 0, findings: [], problems: [] }
  const wanted = await countsIn(installation.reader)
  const first = await emptyTarget(installation)
  const { ms, code, said } = await cli(first, ['restore', archive])
  if (code !== 0) return { ...result, findings: [{ kind: 'lost', what: `a restore nobody cut: ${said}` }] }
  for (let round = 0; round < rounds; round += 1) {
    const target = await emptyTarget(installation)
    if ((await cli(target, ['restore', archive], sleep(momentOf(round, rounds, ms)))).code === null) result.cut += 1
    const again = await cli(target, ['restore', archive])
    const reader = openReader(target)
    const there = await countsIn(reader).catch(() => 'no tables')
    if (there !== wanted)
      result.findings.push({
        kind: 'lost',
        what: `after a cut restore and another: ${there} instead of ${wanted}. ${again.said}`,
      })
    else
      result.findings.push(
        ...(await check({ reader, dataDir: target.dataDir, journal: createJournal() })).filter(
          ({ what }) => !what.includes('nobody handed in'),
        ),
      )
  }
  return result
}

const schemaOf = (reader: Reader, isSqlite: boolean): Promise<string> =>
  reader.look(async (rows) => {
    const sql = isSqlite
      ? "select type, name, sql from sqlite_master where name not like 'sqlite_%' order by name"
      : `select table_name, column_name, data_type, is_nullable, column_default, '' as def from information_schema.columns where table_schema = 'public'
         union all select tablename, indexname, '', '', '', indexdef from pg_indexes where schemaname = 'public' order by 1, 2, 6`
    return JSON.stringify(await rows(sql))
  })

/**
 * Checks that a start killed during its migrations, of a new installation or of a school of an old version, resumes
 * where it stopped.
 */
const cutMigrations = async (
  installation: Installation,
  rounds: number,
  arrange: (target: Target) => Promise<void>,
): Promise<Cut> => {
  const result: Cut = { cut: 0, findings: [], problems: [] }
  const wanted = await schemaOf(installation.reader, installation.url === null)
  const newTarget = async (): Promise<Target> => {
    const target = await emptyTarget(installation)
    await arrange(target)
    return target
  }
  const start = async (target: Target) =>
    startServer({
      dataDir: target.dataDir,
      logFile: join(installation.folder, 'log'),
      port: await freePort(),
      env: target.url === null ? {} : { DATABASE_URL: target.url },
    })
  const uncut = await newTarget()
  const first = await start(uncut)
  const ms = await readyAfter(first)
  await first.stop()
  const rowsOf = (target: Target) => sizeOfOldSchool(openReader(target))
  const wantedRows = await rowsOf(uncut)
  for (let round = 0; round < rounds; round += 1) {
    const target = await newTarget()
    const dying = await start(target)
    await sleep(momentOf(round, rounds, ms))
    await dying.cut()
    result.cut += 1
    const server = await start(target)
    await readyAfter(server).catch((error: unknown) =>
      result.problems.push(`after a cut migration: ${String(error).slice(0, 300)}`),
    )
    if (!server.hasDied()) await server.stop()
    if ((await schemaOf(openReader(target), target.url === null)) !== wanted)
      result.findings.push({ kind: 'torn', what: 'the schema after a cut migration' })
    const rows = await rowsOf(target)
    if (rows !== wantedRows)
      result.findings.push({ kind: 'lost', what: `after a cut migration: ${rows} instead of ${wantedRows}` })
  }
  return result
}

const cutIn = async function* (installation: Installation, rounds: number): AsyncGenerator<Row> {
  const rowOf = (fault: string, { cut, ...rest }: Cut): Row => ({
    fault: `${installation.dialect}: ${fault}`,
    tries: cut,
    acknowledged: 0,
    meter: null,
    readyAfter: null,
    hasDied: false,
    ...rest,
  })
  const server = await installation.start()
  const load = startLoad(installation.school, () => [server.url])
  await load.acknowledged(300, 90_000)
  await load.stop()
  await server.stop()
  mkdirSync(join(installation.dataDir, 'backups'), { recursive: true })
  const archive = join(installation.folder, 'whole.zip')
  const { ms } = await cli(installation, ['backup', archive])
  yield rowOf('backup cut and begun again', await cutBackups(installation, rounds, ms))
  yield rowOf('restore cut and begun again', await cutRestores(installation, rounds, archive))
  yield rowOf('first start cut and begun again', await cutMigrations(installation, rounds, async () => undefined))
  yield rowOf('old school’s upgrade cut, begun again', await cutMigrations(installation, rounds, arrangeOldSchool))
  yield rowOf('what cut backups leave behind', { cut: rounds, findings: [], problems: await leftBehind(installation) })
}

const parts = ({ dataDir }: Installation): string[] => globSync('backups/*.part', { cwd: dataDir })

/** What a day later is still there of backups that were cut. */
const leftBehind = async (installation: Installation): Promise<string[]> => {
  if (parts(installation).length === 0) return ['no backup was cut while it was written']
  const old = new Date(Date.now() - 2 * 24 * 3_600_000)
  for (const name of parts(installation)) utimesSync(join(installation.dataDir, name), old, old)
  await installation.reader.change("update job_leases set next_at = 0 where name like 'leftovers.%'")
  const server = await installation.start()
  for (let times = 0; times < 100 && parts(installation).length > 0; times += 1) await sleep(200)
  await server.stop()
  return parts(installation).map((name) => `left for ever: ${name}`)
}

export const cutFaults = async function* (rounds: number): AsyncGenerator<Row> {
  for (const dialect of ['SQLite', 'PostgreSQL'] as const) {
    const rows = await withInstallation(dialect, { students: 8, tasks: 60 }, async (installation) => {
      const made: Row[] = []
      for await (const row of cutIn(installation, rounds)) made.push(row)
      return made
    })
    yield* rows
  }
}

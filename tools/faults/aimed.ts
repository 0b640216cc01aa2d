import { existsSync, globSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import { check } from './check.ts'
import type { Finding } from './finding.ts'
import { createJournal } from './journal.ts'
import { createLine } from './line.ts'
import { startLoad } from './load.ts'
import { withInstallation, newDatabase, type Dialect, type Installation } from './installation.ts'
import { readyAfter, type Server } from './server.ts'
import type { Row } from './table.ts'
import { beginUpload, finishUpload, hashOf, sendPart, someBytes } from './uploads.ts'

/** Kills a process in the moment in which the last byte of an upload has come. */
const killAtTheEnd = async (installation: Installation, fault: string, rounds: number): Promise<Row> => {
  let server = await installation.start()
  let isOver = false
  const line = createLine(
    createJournal(),
    () => [server.url],
    () => isOver,
  )
  const problems: string[] = []
  let slowestStart = 0
  for (let round = 0; round < rounds; round += 1) {
    const student = installation.school.students[round % installation.school.students.length]
    if (!student) throw new Error('there is no student')
    const bytes = someBytes(6_000_000)
    const operation = line.journal.begin('upload', student.id, { size: bytes.length, sha256: hashOf(bytes) })
    const location = await beginUpload(line, student, bytes.length)
    if (location === null) throw new Error('no upload begins')
    const id = Number(location.split('/').at(-1))
    const path = join(installation.dataDir, 'uploads', String(id))
    await sendPart(line, student, location, bytes.subarray(0, 1_000_000), 0)
    const sending = sendPart(line, student, location, bytes.subarray(1_000_000), 1_000_000)
    const until = performance.now() + 10_000
    while (existsSync(path) && statSync(path).size < bytes.length && performance.now() < until) await turn()
    // Each time a little later: while it is read, while it is moved, before its row says so.
    await sleep(round % 8)
    await server.cut()
    await sending
    server = await installation.launch({ port: Number(new URL(server.url).port) })
    slowestStart = Math.max(slowestStart, await readyAfter(server))
    const giveUp = setTimeout(() => (isOver = true), 15_000)
    if (await finishUpload(line, student, location, bytes))
      Object.assign(operation, { state: 'acknowledged', told: { id } })
    else problems.push(`upload ${id} is stranded`)
    clearTimeout(giveUp)
    if (isOver) break
  }
  const { journal, meter } = line
  const findings = await check({ ...installation, journal })
  return {
    fault,
    tries: rounds,
    acknowledged: journal.count(),
    findings,
    meter,
    breaks: true,
    readyAfter: slowestStart,
    hasDied: server.hasDied(),
    problems,
  }
}

export const uploadFaults = async function* (rounds: number): AsyncGenerator<Row> {
  for (const dialect of ['SQLite', 'PostgreSQL'] as const)
    yield await withInstallation(dialect, { tasks: 1 }, (installation) =>
      killAtTheEnd(installation, `${dialect}: kill -9 at the last byte of an upload`, rounds),
    )
}

/** Whether a process ends by itself, which is how it refuses to start. */
const refuses = async (server: Server, withinMs: number): Promise<boolean> => {
  const end = performance.now() + withinMs
  while (performance.now() < end && !server.hasDied()) await sleep(50)
  return server.hasDied()
}

const days = 24 * 3_600_000

/** Starts the product with the files of a school and an empty database: a mistyped address, a file moved aside. */
const emptyBesideFull = async (installation: Installation, fault: string): Promise<Row> => {
  const first = await installation.start()
  const load = startLoad(installation.school, () => [first.url])
  await load.acknowledged(150, 60_000)
  await load.stop()
  await first.stop()
  const kept = globSync('files/**/*', { cwd: installation.dataDir, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const old = new Date(Date.now() - 5 * days)
  for (const { parentPath, name } of kept) utimesSync(join(parentPath, name), old, old)
  const file = join(installation.dataDir, 'app.db')
  const isSqlite = installation.url === null
  // The process before has ended, so this one file holds the whole database.
  if (isSqlite) renameSync(file, `${file}.aside`)
  const wrong = await installation.launch(isSqlite ? {} : { env: { DATABASE_URL: await newDatabase() } })
  // Any sweep of files would run in the first seconds.
  if (!(await refuses(wrong, 15_000))) await wrong.cut()
  if (isSqlite) {
    for (const path of [file, `${file}-wal`, `${file}-shm`]) rmSync(path, { force: true })
    renameSync(`${file}.aside`, file)
  }
  const findings: Finding[] = kept.length > 0 ? [] : [{ kind: 'state', what: 'there was no file to lose' }]
  const server = await installation.start()
  findings.push(...(await check({ ...installation, journal: load.journal })))
  const { code } = await server.stop()
  const problems = code === 0 ? [] : [`asked to end, it ended with ${code}`]
  return {
    fault,
    tries: 1,
    acknowledged: load.journal.count(),
    findings,
    meter: null,
    readyAfter: null,
    hasDied: false,
    problems,
  }
}

export const wrongDatabase = async function* (): AsyncGenerator<Row> {
  for (const dialect of ['SQLite', 'PostgreSQL'] as const satisfies Dialect[])
    yield await withInstallation(dialect, { students: 8, tasks: 40 }, (installation) =>
      emptyBesideFull(installation, `${dialect}: an empty database beside a full store`),
    )
}

/** Starts another process in the folder of one that works. */
export const secondProcess = async function* (): AsyncGenerator<Row> {
  yield await withInstallation('SQLite', { tasks: 60 }, async (installation) => {
    const first = await installation.start()
    const load = startLoad(installation.school, () => [first.url])
    await load.acknowledged(30, 60_000)
    const second = await installation.launch()
    const problems = (await refuses(second, 60_000)) ? [] : ['a second process works in the same folder']
    if (!second.hasDied()) await second.cut()
    if (!(await load.acknowledged(30, 60_000))) problems.push('the first does no work any more')
    await load.stop()
    const findings = await check({ ...installation, journal: load.journal })
    const fault = 'SQLite: a second process in the same folder'
    return {
      fault,
      tries: 1,
      acknowledged: load.journal.count(),
      findings,
      meter: load.takeMeter(),
      readyAfter: null,
      hasDied: first.hasDied(),
      problems,
    }
  })
}

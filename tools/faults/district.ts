import { randomInt } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { keysOf } from '@tongchuang/contract/records.ts'
import { isAbsent } from '../../server/src/storage/file-store.ts'
import type { Bucket } from '../../server/src/storage/bucket.ts'
import { startObjects } from '../objects/start.ts'
import { check } from './check.ts'
import type { OpenBytes } from './check-files.ts'
import type { Finding } from './finding.ts'
import { startLoad } from './load.ts'
import { withInstallation, sharedPostgres, type Installation } from './installation.ts'
import { readyAfter, type Server } from './server.ts'
import type { Row } from './table.ts'

const fault = 'district: a process, PostgreSQL or the store killed'

const bytesIn =
  (bucket: Bucket): OpenBytes =>
  async (name) => {
    const key = `files/${name}`
    return bucket.look(key).then(
      (found) => (found ? Readable.from(bucket.bytes(key)) : null),
      (error: unknown) => {
        if (isAbsent(error)) return null
        throw error
      },
    )
  }

/** What can be killed under load: each function kills it and returns the milliseconds until a process worked again. */
type Victims = Readonly<Record<'process' | 'database' | 'store', () => Promise<number>>>

type Engine = { kill: () => Promise<void>; begin: () => Promise<void> }

const outage = async ({ kill, begin }: Engine, running: readonly Server[]): Promise<number> => {
  await kill()
  await sleep(300 + randomInt(1_500))
  await begin()
  return Math.max(...(await Promise.all(running.map((server) => readyAfter(server)))))
}

/** Each process has a folder of its own, as on a machine of its own. */
const startAll = (installation: Installation, env: Readonly<Record<string, string>>) =>
  Promise.all(
    [1, 2, 3].map(async (machine) => {
      const dataDir = join(installation.folder, `machine-${machine}`)
      mkdirSync(dataDir)
      const start = (port?: number) => installation.launch({ dataDir, env, ...(port !== undefined && { port }) })
      const server = await start()
      await readyAfter(server)
      return { server, start }
    }),
  )

const underLoad = async (
  installation: Installation,
  {
    rounds,
    env,
    openBytes,
    store,
  }: { rounds: number; env: Record<string, string>; openBytes: OpenBytes; store: Engine },
): Promise<Row> => {
  const machines = await startAll(installation, env)
  const running = () => machines.map(({ server }) => server)
  let down: Server | null = null
  const load = startLoad(installation.school, () =>
    running()
      .filter((server) => server !== down)
      .map(({ url }) => url),
  )
  const postgres = await sharedPostgres()
  const victims: Victims = {
    process: async () => {
      const machine = machines[randomInt(machines.length)]
      if (!machine) throw new Error('there is nobody to kill')
      down = machine.server
      await machine.server.cut()
      machine.server = await machine.start(Number(new URL(down.url).port))
      const ready = await readyAfter(machine.server)
      down = null
      return ready
    },
    database: () => outage(postgres, running()),
    store: () => outage(store, running()),
  }
  const names = keysOf(victims)
  const findings: Finding[] = []
  const problems: string[] = []
  let slowest = 0
  const compare = async () => findings.push(...(await check({ ...installation, openBytes, journal: load.journal })))
  for (let round = 0; round < rounds && findings.length + problems.length === 0; round += 1) {
    // Each victim is killed once in every three rounds, in random order.
    if (round % names.length === 0) names.sort(() => randomInt(3) - 1)
    const name = names[round % names.length] ?? 'process'
    const said = (what: string) => problems.push(`round ${round + 1}, ${name}: ${what}`)
    if (!(await load.acknowledged(15 + randomInt(60), 60_000))) said('no work was done')
    slowest = Math.max(slowest, await victims[name]())
    for (const server of running()) if (server.hasDied()) said(`a process ended by itself: ${server.log()}`)
    if (!(await load.pause())) said('somebody waits for ever')
    await compare()
    load.resume()
  }
  if (!(await load.acknowledged(20, 60_000))) problems.push('no work was done afterwards')
  await load.stop()
  if (findings.length === 0) await compare()
  const hasDied = running().some((server) => server.hasDied())
  for (const server of running())
    if (!hasDied && (await server.stop()).code !== 0) problems.push('asked to end, it ended with an error')
  const meter = load.takeMeter()
  const acknowledged = load.journal.count()
  return { fault, tries: rounds, acknowledged, findings, meter, breaks: true, readyAfter: slowest, hasDied, problems }
}

/** Three processes on three folders, PostgreSQL and an object store; one of them killed at random, again and again. */
export const districtFaults = async function* (rounds: number): AsyncGenerator<Row> {
  const objects = await startObjects()
  if ('missing' in objects) {
    const nothing = { tries: 0, acknowledged: 0, findings: [], meter: null, readyAfter: null, hasDied: false }
    yield { fault, ...nothing, skipped: objects.missing }
    return
  }
  // The module imported below reads this variable when it is loaded.
  process.env.TEST_OBJECTS = JSON.stringify(objects.settings)
  const { objectVariables, openObjects } = await import('../../server/src/testing/test-objects.ts')
  const variables = await objectVariables()
  const bucket = openObjects(variables)
  try {
    yield await withInstallation('PostgreSQL', { tasks: 400 }, (installation) =>
      underLoad(installation, {
        rounds,
        env: { ...variables, SECRET: 's'.repeat(40) },
        openBytes: bytesIn(bucket),
        store: objects,
      }),
    )
  } finally {
    bucket.client.destroy()
    await objects.stop()
  }
}

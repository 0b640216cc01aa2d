import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { check } from './check.ts'
import type { Finding } from './finding.ts'
import { startLoad } from './load.ts'
import { withInstallation, type Installation } from './installation.ts'
import { readyAfter, type Server } from './server.ts'
import type { Row } from './table.ts'

/** Kills one of the processes, again and again, under load, and compares after each time. */
export const killUnderLoad = async (
  installation: Installation,
  {
    fault,
    rounds,
    processes = 1,
    makesBackups = false,
  }: { fault: string; rounds: number; processes?: number; makesBackups?: boolean },
): Promise<Row> => {
  const running: Server[] = []
  for (let at = 0; at < processes; at += 1) running.push(await installation.start())
  // No requests go to a process that is down, as behind a proxy; a single process is asked until it is back.
  let down: Server | null = null
  const load = startLoad(
    installation.school,
    () => running.filter((server) => processes === 1 || server !== down).map(({ url }) => url),
    { makesBackups },
  )
  const findings: Finding[] = []
  const problems: string[] = []
  let slowestStart = 0
  for (let round = 0; round < rounds; round += 1) {
    if (!(await load.acknowledged(15 + randomInt(60), 60_000))) problems.push(`round ${round + 1}: no work was done`)
    await sleep(randomInt(60))
    const at = randomInt(processes)
    const victim = running[at]
    if (!victim) throw new Error('there is nobody to kill')
    if (victim.hasDied()) problems.push(`round ${round + 1}: it had ended by itself: ${victim.log()}`)
    down = victim
    await victim.cut()
    const next = await installation.launch({ port: Number(new URL(victim.url).port) })
    slowestStart = Math.max(slowestStart, await readyAfter(next))
    running[at] = next
    down = null
    // Requests that were in flight are repeated before anything is compared.
    if (!(await load.pause())) problems.push(`round ${round + 1}: somebody waits for ever`)
    findings.push(...(await check({ ...installation, journal: load.journal })))
    if (findings.length > 0 || problems.length > 0) break
    load.resume()
  }
  await load.acknowledged(20, 60_000)
  await load.stop()
  if (findings.length === 0) findings.push(...(await check({ ...installation, journal: load.journal })))
  const hasDied = running.some((server) => server.hasDied())
  for (const server of running)
    if (!hasDied && (await server.stop()).code !== 0) problems.push('asked to end, it ended with an error')
  const meter = load.takeMeter()
  return {
    fault,
    tries: rounds,
    acknowledged: load.journal.count(),
    findings,
    meter,
    breaks: true,
    readyAfter: slowestStart,
    hasDied,
    problems,
  }
}

export const killFaults = async function* (rounds: number): AsyncGenerator<Row> {
  for (const dialect of ['SQLite', 'PostgreSQL'] as const)
    yield await withInstallation(dialect, { tasks: 400 }, (installation) =>
      killUnderLoad(installation, { fault: `${dialect}: kill -9 of the product`, rounds, makesBackups: true }),
    )
}

export const processFaults = async function* (rounds: number): AsyncGenerator<Row> {
  yield await withInstallation('PostgreSQL', { tasks: 400 }, (installation) =>
    killUnderLoad(installation, {
      fault: 'PostgreSQL: one of three processes killed, replaced',
      rounds,
      processes: 3,
      makesBackups: true,
    }),
  )
}

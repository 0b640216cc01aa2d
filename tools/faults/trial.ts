import { setTimeout as sleep } from 'node:timers/promises'
import { check } from './check.ts'
import type { Finding } from './finding.ts'
import { startLoad, type Load } from './load.ts'
import { createMeter } from './line.ts'
import type { Installation } from './installation.ts'
import { isRed, readyAfter, type Server, type Start } from './server.ts'
import type { Row } from './table.ts'

/** A fault that the process must survive. */
export type Trial = {
  fault: string
  /** Breaks something under load; returns the function that repairs it. */
  disturb: (installation: Installation, server: Server) => Promise<() => Promise<void>>
  /** How long the fault lasts. */
  brokenMs?: number
  /** Whether /readyz must report the fault. */
  isTold?: boolean
  /** Further checks, during the fault and after the recovery. They return what is wrong. */
  meanwhile?: (installation: Installation, server: Server) => Promise<string[]>
  afterwards?: (installation: Installation, server: Server, load: Load) => Promise<string[]>
  start?: Partial<Start>
  /** Whether a finding is expected under this fault. */
  isRight?: (finding: Finding) => boolean
}

const healthyMs = 3_000

/** Polls /healthz, which must answer whatever is broken; returns a function that stops it and says how it was. */
const watchHealth = (server: Server): (() => Promise<{ slowest: number; failures: number }>) => {
  let isOver = false
  let slowest = 0
  let failures = 0
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now()
      const isGood = await fetch(`${server.url}/healthz`, { signal: AbortSignal.timeout(10_000) }).then(
        (answer) => answer.arrayBuffer().then(() => answer.status === 200),
        () => false,
      )
      if (!isGood) failures += 1
      slowest = Math.max(slowest, performance.now() - began)
      await sleep(200)
    }
  })()
  return async () => {
    isOver = true
    await watching
    return { slowest, failures }
  }
}

/** Works a little, causes the fault, repairs it, works again and compares. */
export const tryFault = async (
  installation: Installation,
  { brokenMs = 5_000, isTold = true, ...trial }: Trial,
): Promise<Row> => {
  const server = await installation.start(trial.start)
  const load = startLoad(installation.school, () => [server.url])
  const problems: string[] = []
  const endWatchBefore = watchHealth(server)
  if (!(await load.acknowledged(60, 60_000))) problems.push('no work was done before')
  // On a machine that others keep busy, everything is slow, with and without the fault.
  const [before, usual] = [load.takeMeter(), await endWatchBefore()]
  const endWatch = watchHealth(server)
  const mend = await trial.disturb(installation, server)
  const end = performance.now() + brokenMs
  let wasRed = false
  while (performance.now() < end && !server.hasDied()) {
    wasRed ||= await isRed(server)
    await sleep(150)
  }
  if (isTold && !wasRed && !server.hasDied()) problems.push('/readyz stayed green')
  if (!server.hasDied()) problems.push(...((await trial.meanwhile?.(installation, server)) ?? []))
  await mend()
  let ready: number | null = null
  if (!server.hasDied()) {
    ready = await readyAfter(server).catch((error: unknown) => {
      problems.push(String(error).slice(0, 300))
      return null
    })
    if (!(await load.acknowledged(30, 60_000))) problems.push('no work was done afterwards')
    const { slowest, failures } = await endWatch()
    if (failures > 0) problems.push(`/healthz failed ${failures} times`)
    if (slowest > Math.max(healthyMs, 2 * usual.slowest)) problems.push(`/healthz took ${slowest.toFixed(0)} ms`)
    problems.push(...((await trial.afterwards?.(installation, server, load)) ?? []))
    if (!(await load.pause())) problems.push('somebody waits for ever')
  }
  const hasDied = server.hasDied()
  const meter = load.takeMeter()
  const findings = (await check({ ...installation, journal: load.journal })).filter(
    (finding) => !trial.isRight?.(finding),
  )
  await load.stop()
  if (!hasDied) {
    const { code, ms } = await server.stop()
    if (code !== 0 || ms > 8_000) problems.push(`asked to end, it ended with ${code} after ${ms.toFixed(0)} ms`)
  }
  return {
    fault: trial.fault,
    tries: 1,
    acknowledged: load.journal.count(),
    findings,
    meter: meter ?? createMeter(),
    slowestBefore: before?.slowest ?? 0,
    readyAfter: ready,
    hasDied,
    problems,
  }
}

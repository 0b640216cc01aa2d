/**
 * `npm run bench -- --hostile`: whether a sender of slow input makes others wait. For `--minutes=10` students and a
 * teacher send generated texts, formulas, programs, pictures, recordings, archives and lists, six at a time, to a
 * server on SQLite, while a separate process requests `/healthz` of it and of an idle one every 20 ms. It prints the
 * outcomes of each kind, the waiting times and the memory, and the slowest input of each kind, minimized. It fails when
 * 99.9 % wait longer than 200 ms, memory passes 600 MB, anything is a fault (5xx other than busy, no answer), or the
 * server ends.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../sites.ts'
import { createClient, type Outcome } from './hostile/client.ts'
import { familiesOf, type Family } from './hostile/families.ts'
import type { FromProbe, FromServer, Prepared, Usage, Waits } from './hostile/messages.ts'

const AT_ONCE = 6
const MOST_WAIT_MS = 200
const MOST_MB = 600
const MB = 2 ** 20
// Only what took so long is sent again to be made smaller.
const SLOW_MS = 1_000

const next = <Message>(child: ChildProcess): Promise<Message | { problem: string }> =>
  Promise.race([
    new Promise<Message>((resolve) => child.once('message', (message: Message) => resolve(message))),
    new Promise<{ problem: string }>((resolve) =>
      child.once('exit', (code, signal) => resolve({ problem: `the process ended with ${code ?? signal}` })),
    ),
  ])

type Started = { prepared: Prepared; usage: () => Promise<Usage>; isAlive: () => boolean; stop: () => Promise<void> }

const startServer = async (): Promise<Started> => {
  await mkdir(join(root, '.cache'), { recursive: true })
  const dataDir = await mkdtemp(join(root, '.cache/bench-'))
  const child = fork(join(import.meta.dirname, 'hostile/server.ts'), {
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: '', DATA_DIR: dataDir },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    if (child.connected) child.disconnect()
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
  const first = await next<FromServer>(child)
  if (!('prepared' in first)) {
    await stop()
    throw new Error('problem' in first ? first.problem : 'no answer')
  }
  const usage = async () => {
    const answer = next<FromServer>(child)
    child.send('usage')
    const told = await answer
    if (!('usage' in told)) throw new Error('problem' in told ? told.problem : 'no answer')
    return told.usage
  }
  return { prepared: first.prepared, usage, isAlive: () => child.exitCode === null && child.signalCode === null, stop }
}

type Tally = Record<Outcome, number> & { slowest: number; seed: number; family: Family }

/** Sends without a pause until the time is over; every kind as likely as the others. */
const attack = async (families: readonly Family[], until: number, isAlive: () => boolean): Promise<Tally[]> => {
  const tallies = families.map((family): Tally => ({
    family,
    done: 0,
    refused: 0,
    busy: 0,
    fault: 0,
    slowest: 0,
    seed: 0,
  }))
  const attacker = async (): Promise<void> => {
    while (Date.now() < until && isAlive()) {
      const tally = tallies[randomInt(tallies.length)]!
      const seed = randomInt(2 ** 31)
      const { answer, ms } = await tally.family.tryWith(seed)
      tally[answer.outcome] += 1
      if (ms > tally.slowest) Object.assign(tally, { slowest: ms, seed })
      // A refused sender retries a little later.
      if (answer.outcome === 'busy') await sleep(200)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, attacker))
  return tallies
}

const cells = (numbers: readonly (number | string)[]): string =>
  numbers.map((number) => (typeof number === 'number' ? number.toFixed(0) : number).padStart(10)).join('')

const print = (
  tallies: readonly Tally[],
  { attacked, idle, late }: FromProbe,
  { longestTurn, peakRss }: Usage,
): void => {
  console.log(`\n${'sent'.padEnd(22)}${cells(['tries', 'done', 'refused', 'busy', 'fault', 'slowest ms'])}`)
  for (const { family, done, refused, busy, fault, slowest } of tallies)
    console.log(family.name.padEnd(22) + cells([done + refused + busy + fault, done, refused, busy, fault, slowest]))
  console.log(`\n${'/healthz, ms'.padEnd(22)}${cells(['asked', 'failed', 'p50', 'p99', 'p99.9', 'max'])}`)
  const line = (name: string, { asked, failed, p50, p99, p999, max }: Waits) =>
    console.log(name.padEnd(22) + cells([asked, failed, p50, p99, p999, max]))
  line('under attack', attacked)
  line('idle server beside it', idle)
  line('the asker’s own delay', late)
  console.log(
    `\nlongest turn of the event loop ${longestTurn.toFixed(0)} ms, most memory ${(peakRss / MB).toFixed(0)} MB`,
  )
}

const shrinkWorst = async (tallies: readonly Tally[]): Promise<void> => {
  for (const { family, slowest, seed } of tallies
    .filter(({ slowest }) => slowest > SLOW_MS)
    .toSorted((one, other) => other.slowest - one.slowest)
    .slice(0, 3))
    console.log(
      `slowest ${family.name}, ${slowest.toFixed(0)} ms, seed ${seed}: ${await family.shrink(seed, slowest / 2)}`,
    )
}

/** Attacks, prints, and answers whether everybody else was served meanwhile. */
export const measureHostile = async (minutes: number, only: string): Promise<boolean> => {
  const idle = await startServer()
  const server = await startServer()
  const client = createClient(server.prepared.url)
  const probe = fork(join(import.meta.dirname, 'hostile/probe.ts'), [server.prepared.url, idle.prepared.url])
  try {
    const families = (await familiesOf(client, server.prepared)).filter(({ name }) => name.includes(only))
    console.log(`pid ${process.pid}; ${minutes} minutes, ${families.length} kinds of input, ${AT_ONCE} at a time`)
    const tallies = await attack(families, Date.now() + minutes * 60_000, server.isAlive)
    const told = next<FromProbe>(probe)
    probe.send('stop')
    const waits = await told
    if ('problem' in waits) throw new Error(waits.problem)
    if (!server.isAlive()) {
      console.log('THE SERVER ENDED')
      return false
    }
    const usage = await server.usage()
    print(tallies, waits, usage)
    await shrinkWorst(tallies)
    const isGood =
      waits.attacked.p999 <= MOST_WAIT_MS &&
      waits.attacked.failed === 0 &&
      usage.peakRss <= MOST_MB * MB &&
      tallies.every(({ fault }) => fault === 0)
    console.log(isGood ? 'met' : `MISSED: p99.9 ≤ ${MOST_WAIT_MS} ms, memory ≤ ${MOST_MB} MB, no fault`)
    return isGood
  } finally {
    if (probe.connected) probe.disconnect()
    client.close()
    await server.stop()
    await idle.stop()
  }
}

/** Asks two servers for `/healthz` every 20 ms, in a process that does nothing else, until it is told to stop. */
import { Agent, get } from 'node:http'
import type { FromProbe, Waits } from './messages.ts'

const EVERY_MS = 20
const MOST_MS = 10_000

const agent = new Agent({ keepAlive: true })

const ask = (url: string): Promise<number | null> =>
  new Promise((resolve) => {
    const began = performance.now()
    const asked = get(`${url}/healthz`, { agent, timeout: MOST_MS }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode === 200 ? performance.now() - began : null))
    })
    asked.on('error', () => resolve(null)).on('timeout', () => asked.destroy(new Error('no answer')))
  })

const waitsOf = (times: readonly (number | null)[]): Waits => {
  const all = times.map((time) => time ?? MOST_MS).toSorted((one, other) => one - other)
  const at = (part: number): number => all[Math.min(all.length - 1, Math.floor(all.length * part))] ?? 0
  return {
    asked: all.length,
    failed: times.filter((time) => time === null).length,
    p50: at(0.5),
    p99: at(0.99),
    p999: at(0.999),
    max: at(1),
  }
}

const [attackedUrl = '', idleUrl = ''] = process.argv.slice(2)
const attacked: (number | null)[] = []
const idle: (number | null)[] = []
const late: number[] = []
let due = performance.now() + EVERY_MS

const timer = setInterval(() => {
  const now = performance.now()
  late.push(Math.max(0, now - due))
  due = now + EVERY_MS
  void ask(attackedUrl).then((time) => attacked.push(time))
  void ask(idleUrl).then((time) => idle.push(time))
}, EVERY_MS)

process.on('disconnect', () => process.exit())
process.on('message', () => {
  clearInterval(timer)
  process.send?.({ attacked: waitsOf(attacked), idle: waitsOf(idle), late: waitsOf(late) } satisfies FromProbe)
})

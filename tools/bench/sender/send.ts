import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { aptInstall, mayInstall } from '../../debian.ts'

/** What one sender sends to one address: as much as it can in some seconds, or so many requests. */
export type Sending = {
  url: string
  connections: number
  requests: readonly Buffer[]
  seconds: number
  /** So many requests instead of so many seconds. */
  amount?: number | undefined
  /** Whether an answer is good only if its envelope says so. */
  judges: boolean
}

/** `perSecond` answers came; `p50` and `p99` are milliseconds. */
export type Sent = { answers: number; perSecond: number; failures: number; p50: number; p99: number }

type Said = { answers: number; microseconds: number; failures: number; p50: number; p99: number }

// After so many requests the first ones follow again until the answers to the last have come.
const LATER_PER_CONNECTION = 2
const MOST_SECONDS = 600

/** A request as it is sent. */
export const rawRequest = (path: string, { token, body }: { token?: string; body?: unknown }): Buffer => {
  const text = body === undefined ? '' : JSON.stringify(body)
  const heads = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(token === undefined ? [] : [`token: ${token}`]),
    ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`]),
  ]
  return Buffer.from(`${heads.join('\r\n')}\r\n\r\n${text}`)
}

const isThere = (): boolean => spawnSync('wrk', ['-v']).error === undefined

/** Installs wrk where that is possible; throws where it is not. */
export const needSender = (): void => {
  if (isThere() || (mayInstall() && aptInstall('wrk') && isThere())) return
  throw new Error('npm run bench sends with wrk, which is not installed here (Debian: apt-get install wrk)')
}

/**
 * Sends with wrk: a sender written in JavaScript took half as much of the two cores as the server that was measured,
 * and nothing was left for a second one.
 */
export const sendWith = async ({ url, connections, requests, seconds, amount, judges }: Sending): Promise<Sent> => {
  const folder = await mkdtemp(join(tmpdir(), 'tongchuang-bench-'))
  try {
    const file = join(folder, 'requests')
    await writeFile(file, Buffer.concat(requests.flatMap((one) => [Buffer.from(`${one.length}\n`), one])))
    const duration = amount === undefined ? seconds : MOST_SECONDS
    const own = [file, judges ? 'judge' : '-', String(amount ?? -1), String(LATER_PER_CONNECTION * connections)]
    const script = join(import.meta.dirname, 'send.lua')
    const wrk = spawn(
      'wrk',
      ['-t1', `-c${connections}`, `-d${duration}s`, '--timeout', '30s', '-s', script, url, '--', ...own],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const began = performance.now()
    let took = 0
    let said: Said | undefined
    for await (const line of createInterface({ input: wrk.stdout })) {
      if (line === 'answered') took = performance.now() - began
      if (line === 'over') wrk.kill('SIGINT')
      if (line.startsWith('{')) said = JSON.parse(line) as Said
    }
    if (!said || (amount !== undefined && took === 0)) throw new Error(`wrk answered nothing of ${url}`)
    const { answers, failures, microseconds } = said
    const perSecond = amount === undefined ? (answers / microseconds) * 1_000_000 : (amount / took) * 1_000
    return { answers, perSecond, failures, p50: said.p50 / 1_000, p99: said.p99 / 1_000 }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

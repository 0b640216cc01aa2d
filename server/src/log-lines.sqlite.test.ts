import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from './testing/free-port.ts'
import { terminal } from './testing/server-process.ts'
import { mountDisk, unmountDisk } from './testing/small-disk.ts'

const main = join(import.meta.dirname, 'main.ts')
let folder: string
let child: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-lines-'))
})
afterEach(() => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** The product, logging one line for each answer, with its output directed to `stdio`. */
const start = async (stdio: StdioOptions) => {
  const port = await freePort()
  const env = {
    ...terminal,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'debug',
  }
  const started = spawn(process.execPath, [main], { cwd: folder, env, stdio })
  child = started
  const ended = once(started, 'close').then(() => started.exitCode)
  const url = `http://127.0.0.1:${port}`
  while (started.exitCode === null && !(await isReady(url))) await sleep(50)
  /** Sends that many requests; returns the number of answers. */
  const ask = async (times: number): Promise<number> => {
    let answered = 0
    for (let at = 0; at < times; at += 1) {
      const answer = await fetch(`${url}/healthz?${'x'.repeat(100)}`, { signal: AbortSignal.timeout(5_000) }).catch(
        () => null,
      )
      if (answer?.ok) answered += 1
      else break
    }
    return answered
  }
  const stop = async (): Promise<number | null | string> => {
    started.kill('SIGTERM')
    return Promise.race([ended, sleep(10_000, 'still there', { ref: false })])
  }
  return { started, ask, stop }
}

test(
  'a school whose log can take no byte answers all the same, and ends when it is asked to',
  { timeout: 60_000 },
  async () => {
    const full = openSync('/dev/full', 'w')
    const { ask, stop } = await start(['ignore', full, full])
    closeSync(full)
    expect(await ask(200)).toBe(200)
    expect(await stop()).toBe(0)
  },
)

test(
  'a school whose log nobody reads answers all the same, and ends when it is asked to',
  { timeout: 60_000 },
  async () => {
    const { ask, stop } = await start(['ignore', 'pipe', 'ignore'])
    // More than a pipe holds.
    expect(await ask(1_000)).toBe(1_000)
    expect(await stop()).toBe(0)
  },
)

test(
  'a school on a full disk goes on, and its log says what is missing once there is room',
  { timeout: 60_000 },
  async ({ skip }) => {
    const small = join(folder, 'small')
    skip(!mountDisk(small, 'size=64k'), 'this machine mounts no disk')
    try {
      const path = join(small, 'log')
      writeFileSync(join(small, 'ballast'), Buffer.alloc(48 * 1024))
      const log = openSync(path, 'a')
      const { ask, stop } = await start(['ignore', log, log])
      closeSync(log)
      expect(await ask(400)).toBe(400)
      expect(statSync(path).size).toBe(16 * 1024)
      rmSync(join(small, 'ballast'))
      expect(await ask(1)).toBe(1)
      expect(await stop()).toBe(0)
      expect(readFileSync(path, 'utf8')).toMatch(/"msg":"\d+ lines dropped"/)
    } finally {
      unmountDisk(small)
    }
  },
)

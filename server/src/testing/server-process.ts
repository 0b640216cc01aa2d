import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSend, type Envelope, type Send } from '@tongchuang/contract/sender.ts'
import { fieldOf } from '../fields.ts'

/** The product as a process of its own, as `npm start` runs it. */
export type ServerProcess = {
  readonly url: string
  /** Ends it as a power cut would: nothing is finished, and nothing more is written. */
  readonly cut: () => Promise<void>
  /** Asks it to end; returns its exit code. */
  readonly stop: () => Promise<number | null>
  /** What it has printed. */
  readonly output: () => string
}

/**
 * The environment of a process of the product besides its settings: that of a fresh terminal, since the test runner
 * sets variables of its own, and the compile cache of `npm start`.
 */
export const terminal = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../node_modules/.cache/compiled'),
}

/** Starts the product with its data in `folder`; resolves once it prints where it listens. */
export const startProcess = async (folder: string, env: Record<string, string> = {}): Promise<ServerProcess> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    cwd: folder,
    env: { ...terminal, PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), ...env },
  })
  let text = ''
  const address = () => /http:\/\/localhost:\d+/.exec(text)?.[0]
  const ended = once(child, 'close').then(() => child.exitCode)
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk.toString()
      if (address()) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    void ended.then((code) => reject(new Error(`ended with ${code}: ${text}`)))
  })
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return {
    url: (address() ?? '').replace('localhost', '127.0.0.1'),
    cut: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    output: () => text,
  }
}

/**
 * Makes calls to a listening server over a socket, as a person where a token is given; retries while the server is
 * busy.
 */
export const sendTo = (url: string, token?: string): Send =>
  createSend(async ({ method, path, input }) => {
    const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
    const headers = { ...(token && { token }), ...(method !== 'GET' && { 'content-type': 'application/json' }) }
    for (;;) {
      const answer = await fetch(url + path + query, {
        method,
        headers,
        ...(method !== 'GET' && { body: JSON.stringify(input) }),
      })
      const envelope = (await answer.json()) as Envelope
      if (!isBusy(envelope)) return envelope
      await sleep(100)
    }
  })

/** Whether a call was turned away because there were too many at once, which on a machine full of tests is no fault. */
export const isBusy = ({ code, data }: Pick<Envelope, 'code' | 'data'>): boolean =>
  code === 0 && fieldOf(data, 'reason') === 'BUSY'

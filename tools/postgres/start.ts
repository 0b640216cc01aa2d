import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Order } from './server.ts'

export type Postgres = { url: string; stop: () => Promise<void> }

/** A server that can be broken: `kill` ends it as a power cut would, `pause` makes it hang. */
export type BreakablePostgres = Postgres & Readonly<Record<Order, () => Promise<void>>>

type FromServer = { url?: string; done?: Order; problem?: string }

const serverFile = fileURLToPath(new URL('./server.ts', import.meta.url))

const begin = async (
  args: readonly string[],
): Promise<{ child: ChildProcess; url: string; stop: () => Promise<void> }> => {
  const child = fork(serverFile, [...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message: FromServer) => {
      if (message.url) resolve(message.url)
      else if (message.problem) reject(new Error(message.problem))
    })
    child.once('exit', () => reject(new Error('PostgreSQL did not start')))
    setTimeout(() => reject(new Error('PostgreSQL did not start within a minute')), 60_000).unref()
  })
  child.unref() // an end of this process is enough: the child sees its channel close
  child.channel?.unref()
  const stop = async () => {
    child.ref()
    if (child.connected) child.disconnect()
    await ended
  }
  return { child, url, stop }
}

/**
 * Returns the PostgreSQL named by TEST_DATABASE_URL, or a fresh one that ends with this process; `isDurable`: a fresh
 * one that waits for the disk.
 */
export const startPostgres = async ({ isDurable = false } = {}): Promise<Postgres> => {
  const given = process.env.TEST_DATABASE_URL
  if (given && !isDurable) return { url: given, stop: async () => undefined }
  const { url, stop } = await begin(isDurable ? ['durable'] : [])
  return { url, stop }
}

/** Starts a PostgreSQL that waits for the disk, has 70 connections, and can be broken. */
export const startBreakablePostgres = async (): Promise<BreakablePostgres> => {
  const { child, url, stop } = await begin(['durable', 'few'])
  const order = (what: Order) => () =>
    new Promise<void>((resolve, reject) => {
      const hear = (message: FromServer) => {
        if (message.problem) reject(new Error(message.problem))
        if (message.done !== what && !(what === 'begin' && message.url)) return
        child.off('message', hear)
        resolve()
      }
      child.on('message', hear)
      child.send(what)
    })
  return { url, stop, kill: order('kill'), begin: order('begin'), pause: order('pause'), resume: order('resume') }
}

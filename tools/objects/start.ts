import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Order } from './server.ts'

/** An object store with functions to break and stop it, or the reason there is none. */
export type Objects =
  | ({ settings: Record<string, string>; stop: () => Promise<void> } & Readonly<Record<Order, () => Promise<void>>>)
  | { missing: string }

const serverFile = fileURLToPath(new URL('./server.ts', import.meta.url))

/** A fresh object store of our own, that ends with this process. */
export const startObjects = async (): Promise<Objects> => {
  const child = fork(serverFile, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const said = await new Promise<{ settings: Record<string, string> } | { missing: string }>((resolve) => {
    child.once('message', (message) => resolve(message as { missing: string }))
    void ended.then(() => resolve({ missing: 'the object store did not start' }))
  })
  if ('missing' in said) return said
  child.unref()
  child.channel?.unref()
  const stop = async () => {
    child.ref()
    if (child.connected) child.disconnect()
    await ended
  }
  const order = (what: Order) => () =>
    new Promise<void>((resolve, reject) => {
      child.once('message', ({ problem }: { done: Order; problem?: string }) =>
        problem === undefined ? resolve() : reject(new Error(problem)),
      )
      child.send(what)
    })
  return { settings: said.settings, stop, kill: order('kill'), begin: order('begin') }
}

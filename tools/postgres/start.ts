import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export type Postgres = { url: string; stop: () => Promise<void> }

const serverFile = fileURLToPath(new URL('./server.ts', import.meta.url))

/** The PostgreSQL named by TEST_DATABASE_URL, or a fresh one of our own that ends with this process; durable: it waits for the disk. */
export const startPostgres = async ({ isDurable = false } = {}): Promise<Postgres> => {
  const given = process.env.TEST_DATABASE_URL
  if (given && !isDurable) return { url: given, stop: async () => undefined }
  const child = fork(serverFile, isDurable ? ['durable'] : [], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message: { url?: string; problem?: string }) => {
      if (message.url) resolve(message.url)
      else reject(new Error(message.problem))
    })
    child.once('exit', () => reject(new Error('PostgreSQL did not start')))
    setTimeout(() => reject(new Error('PostgreSQL did not start within a minute')), 60_000).unref()
  })
  child.unref() // an end of this process is enough: the child sees its channel close
  child.channel?.unref()
  return {
    url,
    stop: async () => {
      child.ref()
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

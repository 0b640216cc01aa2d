import type { Socket } from 'node:net'
import type { ClientBase } from 'pg'

/** The socket of a connection, which pg has and does not type. */
export const streamOf = (client: ClientBase): Socket =>
  (client as ClientBase & { connection: { stream: Socket } }).connection.stream

const gathering = new WeakSet<Socket>()

/**
 * What is sent on a connection in this turn of the loop leaves it in one piece at its end: one write costs the processor as
 * much as making a whole request ready, and the server wakes up for each.
 */
export const writeTogether = (client: ClientBase): void => {
  const stream = streamOf(client)
  if (gathering.has(stream)) return
  gathering.add(stream)
  stream.cork()
  setImmediate(() => {
    gathering.delete(stream)
    stream.uncork()
  })
}

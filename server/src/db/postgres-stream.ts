import type { Socket } from 'node:net'
import type { ClientBase } from 'pg'

/** The socket of a connection, which the types of pg omit. */
export const streamOf = (client: ClientBase): Socket =>
  (client as ClientBase & { connection: { stream: Socket } }).connection.stream

const gathering = new WeakSet<Socket>()

/**
 * Sends everything written to a connection in one turn of the event loop in a single write at its end: one write costs
 * the processor as much as preparing a whole request, and the server wakes up for each.
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

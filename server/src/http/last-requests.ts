import type { Server } from 'node:http'

const longestMs = 500
const quietMs = 50
const lookMs = 5

/**
 * Passes requests on until the server closes; requests that arrive during the closing wait, and are answered after it.
 */
export type LastRequests = {
  pass: (next: () => void) => void
  /**
   * Closes the listener in a moment in which no connection waits to be accepted and no request to be read; tells when
   * the last connection has ended.
   */
  close: (server: Server, ended: () => void) => void
}

/**
 * Closing a listener at an arbitrary moment resets connections that wait to be accepted, and those whose next request
 * has arrived unread. A client that gets a response sends its next request at once, so responses are held back for that
 * moment: soon nothing new arrives.
 */
export const createLastRequests = (): LastRequests => {
  let parked: (() => void)[] | null = null

  const release = () => {
    const waiting = parked ?? []
    parked = null
    for (const next of waiting) next()
  }

  return {
    pass: (next) => {
      if (parked === null) next()
      else parked.push(next)
    },
    close: (server, ended) => {
      parked = []
      const until = performance.now() + longestMs
      let last = performance.now()
      const note = () => {
        last = performance.now()
      }
      server.on('connection', note).on('request', note)
      const look = () => {
        const now = performance.now()
        if (server.listening && now - last < quietMs && now < until) {
          later()
          return
        }
        server.off('connection', note).off('request', note)
        server.close(() => ended())
        release()
      }
      // Each check runs after the phase of the event loop that accepts and reads.
      const later = () => {
        setTimeout(() => setImmediate(look), lookMs)
      }
      look()
    },
  }
}

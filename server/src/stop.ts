import type { App } from './app-services.ts'

// A supervisor commonly kills after 10 s; the process ends in half of that, even if something hangs.
const graceMs = 4_500
// Time for load balancers to see /readyz turn red before connections are refused.
const redFirstMs = 250
// Time for the first request of a new connection: closed earlier, its client would lose a response.
const firstRequestMs = 500

/**
 * Ends a listening product: /readyz turns red, no new connections, every request under way is answered and its
 * connection closed, then the work in the background and the database end. No job is begun any more.
 */
export const stop = async (app: App, stopBackgroundWork: () => Promise<void>, grace = graceMs): Promise<void> => {
  app.http.stopping.value = true
  const { server } = app.http
  await new Promise((resolve) => setTimeout(resolve, redFirstMs))
  const closeIdle = server.closeIdleConnections.bind(server)
  // Node closes idle connections together with the listener, and treats a connection without a request so far as idle.
  server.closeIdleConnections = () => {}
  let idle: NodeJS.Timeout | undefined
  const spare = setTimeout(() => {
    // Runs after the poll phase: a connection whose request has arrived is not idle by then.
    idle = setInterval(() => setImmediate(closeIdle), 50)
  }, firstRequestMs)
  // Begun before the threads end that jobs work with; what needs them longer is cut off and has not failed.
  void app.jobs.stop()
  const hard = setTimeout(() => server.closeAllConnections(), grace - redFirstMs - 500)
  try {
    await app.http.close()
  } finally {
    clearTimeout(spare)
    clearInterval(idle)
    clearTimeout(hard)
  }
  await stopBackgroundWork()
  await app.database.close()
}

/** Ends the process on SIGTERM or SIGINT; a second signal ends it immediately. */
export const stopOnSignal = (end: () => Promise<void>, log: App['log']): void => {
  let isEnding = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (isEnding) process.exit(1)
    isEnding = true
    log.info({ signal }, 'stopping')
    // A hanging driver must not keep a stopped process alive.
    setTimeout(() => process.exit(0), graceMs).unref()
    end().then(
      () => process.exit(0),
      (cause: unknown) => {
        log.error({ err: cause }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { App } from '../app-services.ts'
import { portOf } from '../http/port-of.ts'
import { createMetrics } from './metrics.ts'

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares without telling by its time how much of the token was right. */
const isToken = (authorization: string | undefined, token: string): boolean =>
  timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${token}`))

/**
 * Serves `/metrics` to clients with METRICS_TOKEN if it is set, else on this machine alone. The metrics contain no
 * names, texts or marks. Counting starts now, serving once it listens.
 */
export const metricsServer = (app: App) => {
  const { metricsToken: token, host } = app.config
  const metrics = createMetrics(app)
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    const isAsked = request.method === 'GET' && request.url?.split('?')[0] === '/metrics'
    if (!isAsked) response.writeHead(404).end()
    else if (token !== null && !isToken(request.headers.authorization, token))
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
    else
      metrics.text().then(
        (text) =>
          response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text),
        (error: unknown) => {
          app.log.error({ err: error }, 'metrics')
          response.writeHead(500).end()
        },
      )
  })
  return {
    /** Returns the port, which the system chooses if 0 is given. */
    listen: async (port: number): Promise<number> => {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, token === null ? '127.0.0.1' : host, resolve)
      })
      return portOf(server)
    },
    close: async (): Promise<void> => {
      metrics.stop()
      if (!server.listening) return
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

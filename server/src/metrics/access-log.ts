import type { App } from '../app-services.ts'
import { watchRequests } from './requests.ts'

/**
 * Logs a line for each answered request: the pattern of its call, its outcome and its duration. Addresses, queries and
 * numbers in a path are left out, because they reveal who read what. Returns a function that stops it.
 */
export const writeAccessLog = ({ http, log }: Pick<App, 'http' | 'log'>): (() => void) =>
  watchRequests(http.server, ({ seconds, ...answered }) =>
    log.info({ ...answered, ms: Math.round(seconds * 1_000) }, 'answered'),
  )

import type { App } from '../app-services.ts'
import { watchRequests } from './requests.ts'

/**
 * A line for each request that was answered: the pattern of its call, how it ended and how long it took. No address, no
 * query and no number in a path, for they say who read what. Answers how to stop.
 */
export const writeAccessLog = ({ http, log }: Pick<App, 'http' | 'log'>): (() => void) =>
  watchRequests(http.server, ({ seconds, ...answered }) =>
    log.info({ ...answered, ms: Math.round(seconds * 1_000) }, 'answered'),
  )

// The package brings no types; this is what the benchmark uses of it.
declare module 'autocannon' {
  type Histogram = { average: number; p50: number; p99: number; max: number; total: number }
  type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: string }
  export type Result = {
    requests: Histogram
    latency: Histogram
    duration: number
    errors: number
    timeouts: number
    mismatches: number
    non2xx: number
    '2xx': number
  }
  export type Options = {
    url: string
    connections: number
    duration?: number
    amount?: number
    requests: { setupRequest: (request: Request) => Request }[]
    verifyBody?: (body: string) => boolean
  }
  /** Under way until its result is there; `response` for each answer as it comes. */
  type Run = PromiseLike<Result> & { on: (event: 'response', hear: () => void) => void }
  const autocannon: (options: Options) => Run
  export default autocannon
}

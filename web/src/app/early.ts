declare global {
  /** Answers to the requests that start.ts has sent early, by request. */
  var early: Map<string, Promise<Response>> | undefined
}

/** The parts of the page's address that the early requests depend on. */
export type PageAddress = { params: Readonly<Partial<Record<string, string>>>; search: URLSearchParams }

/** `fetch`, except that a request already sent by start.ts is not repeated; each of its answers is used once. */
export const fetchOrTake: typeof fetch = (input, init) => {
  const { early } = globalThis
  if (early?.size && typeof input === 'string') {
    const { method = 'GET', body } = init ?? {}
    const headers = new Headers(init?.headers)
    const key = [
      method,
      input,
      headers.get('token') ?? '',
      headers.get('accept-language') ?? '',
      typeof body === 'string' ? body : '',
    ].join(' ')
    const answer = early.get(key)
    early.delete(key)
    if (answer) return answer
  }
  return fetch(input, init)
}

/** Discards the early answers: later requests are sent anew. */
export const forgetEarly = (): void => globalThis.early?.clear()

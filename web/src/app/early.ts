/** Answers that start.ts has asked for, each by what was asked. */
export type Early = { early?: Map<string, Promise<Response>> }

/** What the address of the page says for which they were asked. */
export type Place = { params: Readonly<Partial<Record<string, string>>>; search: URLSearchParams }

/** `fetch`, but a question that was asked before this site had come is not asked again; each answer is taken once. */
export const fetchOrTake: typeof fetch = (input, init) => {
  const { early } = globalThis as Early
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

/** What is asked from now on is asked anew. */
export const forgetEarly = (): void => (globalThis as Early).early?.clear()

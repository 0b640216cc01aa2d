import { createSend } from '@tongchuang/contract/sender.ts'
import type { Envelope, Send } from '@tongchuang/contract/sender.ts'

const queryOf = (input: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)])).toString()

/** The typed client over plain HTTP, for what a journey sets up outside the browser. */
export const createHttpSend = (url: string, token?: string): Send =>
  createSend(async ({ method, path, input }) => {
    const isGet = method === 'GET'
    const ask = () =>
      fetch(`${url}${path}${isGet ? `?${queryOf(input)}` : ''}`, {
        method,
        headers: { ...(token ? { token } : {}), ...(isGet ? {} : { 'content-type': 'application/json' }) },
        ...(isGet ? {} : { body: JSON.stringify(input) }),
      })
    let response = await ask()
    // Calls outside the browser are retried, because here a server shares its cores with two browsers.
    for (let again = 0; again < 5 && response.status === 503; again += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1000 * Number(response.headers.get('retry-after') ?? 1)))
      response = await ask()
    }
    return (await response.json()) as Envelope
  })

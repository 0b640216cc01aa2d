import { createSend } from '@tongchuang/contract/sender.ts'
import type { Envelope, Send } from '@tongchuang/contract/sender.ts'

const queryOf = (input: unknown): string => new URLSearchParams(Object.entries(input as object).map(([name, value]) => [name, String(value)])).toString()

/** The typed client over plain HTTP, for what a journey arranges beside the screen. */
export const createHttpSend = (url: string, token?: string): Send =>
  createSend(async ({ method, path, input }) => {
    const isGet = method === 'GET'
    const response = await fetch(`${url}${path}${isGet ? `?${queryOf(input)}` : ''}`, {
      method,
      headers: { ...(token ? { token } : {}), ...(isGet ? {} : { 'content-type': 'application/json' }) },
      ...(isGet ? {} : { body: JSON.stringify(input) }),
    })
    return (await response.json()) as Envelope
  })

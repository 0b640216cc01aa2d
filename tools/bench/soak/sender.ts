/** Sends requests of these people: over one set of connections, each time with another person's session. */
import { randomInt } from 'node:crypto'
import { request, type Agent, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

type Sent = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  path: string
  token?: string
  body?: string | Buffer
  headers?: Record<string, string>
}
type Got = { status: number; body: string; headers: IncomingMessage['headers'] }
/** A random item. */
export const some = <T>(list: readonly T[]): T => list[randomInt(list.length)]!

export const isAccepted = ({ body }: Got): boolean => body.startsWith('{"code":1,')

export type Sender = ReturnType<typeof senderTo>

export const senderTo = (url: string, agent: Agent, tokens: readonly string[]) => {
  const send = ({ method, path, token, body, headers = {} }: Sent): Promise<Got> =>
    new Promise((resolve, reject) => {
      const type = typeof body === 'string' && !headers['content-type'] ? { 'content-type': 'application/json' } : {}
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const asked = request(
        url + path,
        { method, agent, timeout: 60_000, headers: { ...type, ...length, ...headers, ...(token && { token }) } },
        (answer) =>
          text(answer).then(
            (body) => resolve({ status: answer.statusCode ?? 0, body, headers: answer.headers }),
            reject,
          ),
      )
      asked.on('error', reject).on('timeout', () => asked.destroy(new Error('no answer within a minute')))
      asked.end(body)
    })
  return {
    send,
    ask: async (path: string, token = some(tokens)) => isAccepted(await send({ method: 'GET', path, token })),
    post: async (path: string, body: object, token = some(tokens)) =>
      isAccepted(await send({ method: 'POST', path, token, body: JSON.stringify(body) })),
  }
}

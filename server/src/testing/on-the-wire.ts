import { connect } from 'node:net'
import { once } from 'node:events'
import { expect } from 'vitest'
import { exampleToken } from './example.ts'

/** A head of a request. */
export const lines = (...head: string[]) => `${head.join('\r\n')}\r\n\r\n`
/** The header of the student of the example. */
export const token = `token: ${exampleToken('student')}`
/** The parsed body of an answer. */
export const envelope = (body: string) =>
  JSON.parse(body) as { code: number; msg: string; time: number; data: { reason: string } }
/** The headers of every answer. */
export const headersOfAll = [
  'content-security-policy: ',
  'x-content-type-options: nosniff',
  'referrer-policy: no-referrer',
  'cross-origin-opener-policy: same-origin',
  'strict-transport-security: max-age=31536000',
]
/** A refusal in the envelope, with the headers of every answer. */
export const expectEnvelope = (answer: { head: string; body: string }, reason: string) => {
  expect(envelope(answer.body)).toMatchObject({ code: 0, data: { reason } })
  expect(envelope(answer.body).msg).not.toBe('')
  for (const header of headersOfAll) expect(answer.head).toContain(header)
  expect(answer.head).toContain('content-type: application/json; charset=utf-8')
}

type Fixture = { port: number }

/** Sends raw bytes to a listening server and reads its answers. */
export const onTheWire = (at: () => Fixture) => {
  /** Sends raw bytes and reads until the server closes the connection. */
  const raw = async (
    bytes: string | Buffer,
    to = at().port,
  ): Promise<{ status: number; head: string; body: string }> => {
    const socket = connect(to, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.write(bytes)
    await once(socket, 'close')
    const text = Buffer.concat(chunks).toString()
    const [head = '', body = ''] = text.split('\r\n\r\n', 2)
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head: head.toLowerCase(), body }
  }
  const post = (body: string | Buffer, type: string | null = 'application/json', path = '/api/example/save') => {
    const bytes = Buffer.from(body)
    const head = [
      `POST ${path} HTTP/1.1`,
      'host: x',
      token,
      `content-length: ${bytes.length}`,
      'connection: close',
      ...(type === null ? [] : [`content-type: ${type}`]),
    ]
    return raw(Buffer.concat([Buffer.from(lines(...head)), bytes]))
  }
  return { raw, post }
}

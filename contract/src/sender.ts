import type { Call, Input, Output } from './call.ts'

/** The form of every answer (specification section 7). `time` is the server's clock in seconds. */
export type Envelope = { code: number; msg: string; time: number; data: unknown }

/** Sends a request to the server and returns its envelope; throws when none arrived. */
export type Transport = (request: {
  method: Call['method']
  path: string
  input: Readonly<Record<string, unknown>>
}) => Promise<Envelope>

/** An answer whose code is not 1. */
export class CallFailed extends Error {
  readonly code: number
  readonly reason: string
  readonly data: Readonly<Record<string, unknown>>
  constructor(envelope: Envelope) {
    super(envelope.msg || 'Error') // "Error" where msg is empty: specification section 8
    this.code = envelope.code
    this.data = Object.assign({}, envelope.data)
    this.reason = typeof this.data.reason === 'string' ? this.data.reason : ''
  }
}

/** Whether a call failed because what it names does not exist, or is hidden from the caller. */
export const isNotFound = (error: unknown): boolean => error instanceof CallFailed && error.reason === 'NOT_FOUND'

/** Makes a call and returns its data; a refusal is thrown as CallFailed. */
export type Send = <C extends Call>(
  call: C,
  ...input: Record<string, never> extends Input<C> ? [input?: Input<C>] : [input: Input<C>]
) => Promise<Output<C>>

/** Makes a typed client over a transport: fetch in the browser, inject in tests. */
export const createSend =
  (transport: Transport): Send =>
  async (call, ...[input]) => {
    const envelope = await transport({ method: call.method, path: call.path, input: Object.assign({}, input) })
    if (envelope.code !== 1) throw new CallFailed(envelope)
    return envelope.data as Output<typeof call>
  }

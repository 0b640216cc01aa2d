import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, Input, Output } from '../../contract/src/call.ts'
import type { Envelope } from '../../contract/src/sender.ts'
import { fieldOf } from '../../server/src/fields.ts'
import type { Journal, Kind, Operation } from './journal.ts'

/** What is measured of the answers during one fault. */
export type Meter = {
  answers: number
  /**
   * Milliseconds of the slowest answer, and the call it belongs to; uploads, imports and backups are excluded because
   * they may take longer.
   */
  slowest: number
  slowestCall: string
  /** Answers that were not an envelope, shortened. */
  readonly strange: string[]
  /** Calls answered with FAULT: an unforeseen error. */
  readonly faults: string[]
  /** Requests without any answer: the connection broke, or nothing came for 20 s. */
  broken: number
}

export const createMeter = (): Meter => ({
  answers: 0,
  slowest: 0,
  slowestCall: '',
  strange: [],
  faults: [],
  broken: 0,
})

export type Answer = { status: number; headers: Headers; envelope: Envelope | null }
export type Request = {
  method: string
  path: string
  token: string
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array<ArrayBuffer>
}

const unhurried = /^\/api\/(files|admin\/(roster|backup))\b/

/** The longest wait for an answer. */
const timeoutMs = 20_000

const envelopeIn = (text: string): Envelope | null => {
  try {
    const { code, msg, time, data } = JSON.parse(text) as Envelope
    return typeof code === 'number' && typeof msg === 'string' && typeof time === 'number' && data !== undefined
      ? { code, msg, time, data }
      : null
  } catch {
    return null
  }
}

export const reasonOf = ({ data }: Envelope): string => String(fieldOf(data, 'reason') ?? '')

/**
 * The connection of the load to the product: sends each request to a running process, and measures and counts every
 * answer.
 */
export type Line = {
  readonly journal: Journal
  meter: Meter
  /** One attempt; null if no answer came. */
  ask: (request: Request) => Promise<Answer | null>
  isOver: () => boolean
}

/** `addresses`: those of the processes that are running now. */
export const createLine = (journal: Journal, addresses: () => readonly string[], isOver: () => boolean): Line => {
  const line: Line = {
    journal,
    isOver,
    meter: createMeter(),
    ask: async ({ method, path, token, headers = {}, body }) => {
      const { meter } = line
      const all = addresses()
      const address = all[Math.floor(Math.random() * all.length)]
      if (address === undefined) return null
      const began = performance.now()
      try {
        const answer = await fetch(address + path, {
          method,
          headers: { ...(token && { token }), ...headers },
          signal: AbortSignal.timeout(timeoutMs),
          ...(body !== undefined && { body }),
        })
        const text = await answer.text()
        const envelope = envelopeIn(text)
        meter.answers += 1
        const took = performance.now() - began
        if (took > meter.slowest && !unhurried.test(path))
          Object.assign(meter, { slowest: took, slowestCall: `${method} ${path.split('?')[0]}` })
        // A successful upload is answered by its status alone.
        const isPlain = text === '' && answer.ok && path.startsWith('/api/files')
        if (method !== 'HEAD' && envelope === null && !isPlain)
          meter.strange.push(`${method} ${path} ${answer.status} ${text.slice(0, 80)}`)
        if (envelope && reasonOf(envelope) === 'FAULT') meter.faults.push(`${method} ${path}`)
        return { status: answer.status, headers: answer.headers, envelope }
      } catch {
        meter.broken += 1
        return null
      }
    },
  }
  return line
}

/** Temporary refusals, which do not depend on the input and may be retried. */
const passing = new Set(['BUSY', 'FAULT', 'TOO_FAST', 'DISK_FULL', 'READ_ONLY'])

export type TaskRequest<C extends Call> = { call: C; input: Input<C>; token: string; expected?: readonly string[] }

/**
 * How a request ended: done; refused (`wasInDoubt`: the outcome of an earlier attempt is unknown); or null, given up at
 * the end of the load.
 */
export type End<C extends Call> = { data: Output<C> } | { reason: string; wasInDoubt: boolean } | null

/** Repeats a request until the answer is not a temporary refusal; a refusal listed in `expected` ends it too. */
export const insist = async <C extends Call>(
  line: Line,
  { call, input, token, expected = [] }: TaskRequest<C>,
): Promise<End<C>> => {
  const query = call.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  const sent =
    call.method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }
  let wasInDoubt = false
  while (!line.isOver()) {
    const answer = await line.ask({ method: call.method, path: call.path + query, token, ...sent })
    if (!answer?.envelope) {
      wasInDoubt = true
      await sleep(150)
      continue
    }
    const { envelope } = answer
    if (envelope.code === 1) return { data: envelope.data as Output<C> }
    const reason = reasonOf(envelope)
    if (expected.includes(reason) || !passing.has(reason)) return { reason, wasInDoubt }
    wasInDoubt ||= reason === 'BUSY' || reason === 'FAULT'
    await sleep(reason === 'TOO_FAST' ? 500 : 100)
  }
  return null
}

/** Performs an operation of the journal and records how it ended; returns the data if it was acknowledged. */
export const perform = async <K extends Kind, C extends Call>(
  line: Line,
  operation: Operation<K>,
  taskRequest: TaskRequest<C>,
  told: (data: Output<C>) => Operation<K>['told'],
): Promise<Output<C> | null> => {
  const end = await insist(line, taskRequest)
  if (end === null) return null
  if ('data' in end) {
    operation.state = 'acknowledged'
    operation.told = told(end.data)
    return end.data
  }
  // An operation refused at the second attempt may have taken effect at the first.
  if (!end.wasInDoubt) operation.state = 'refused'
  if (!end.wasInDoubt && !taskRequest.expected?.includes(end.reason))
    line.journal.contradictions.push(
      `${operation.kind} ${JSON.stringify(operation.asked).slice(0, 120)}: ${end.reason}`,
    )
  return null
}

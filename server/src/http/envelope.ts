import {
  Refusal,
  refusals,
  refusalText,
  type Language,
  type Reason,
  type RefusalData,
} from '@tongchuang/contract/errors.ts'
import { DatabaseReadOnly, DatabaseUnavailable } from '../db/errors.ts'
import { inLanguage, say, type Bilingual } from './language.ts'

/** An answer ready for the wire. */
export type Answer = { status: number; retryAfter?: number; body: string }

/** What the envelope needs to know about the request. */
export type AnsweredRequest = { language: Language; request_id: string; now: number }

/**
 * Refusals travel as HTTP 200: the specified client shows the message of an envelope only then. These keep a status of
 * their own.
 */
export const statuses: Partial<Record<Reason, number>> = {
  BODY: 400,
  NO_ROUTE: 404,
  TOO_LARGE: 413,
  TOO_FAST: 429,
  FAULT: 500,
  BUSY: 503,
  READ_ONLY: 503,
  DISK_FULL: 507,
}

/** The envelope of a call that was done; `data` is JSON already. */
export const done = (data: string, now: number): string =>
  `{"code":1,"msg":"ok","time":${Math.floor(now / 1000)},"data":${data}}`

/** The envelope of a refusal. */
export const refused = (
  reason: Reason,
  data: RefusalData,
  { language, now }: AnsweredRequest,
  status = statuses[reason] ?? 200,
): Answer => {
  const localized = inLanguage(data, language)
  const shown =
    reason === 'INVALID' && typeof localized.problem !== 'string'
      ? { ...localized, problem: language === 'en-US' ? 'Some of this is not valid' : '填写的内容不对' }
      : localized
  const body = JSON.stringify({
    code: refusals[reason].code,
    msg: refusalText(reason, shown, language),
    time: Math.floor(now / 1000),
    data: { reason, ...shown },
  })
  const seconds =
    reason === 'BUSY'
      ? 2
      : reason === 'READ_ONLY'
        ? 30
        : reason === 'TOO_FAST'
          ? Number(localized.seconds ?? 60)
          : undefined
  return seconds === undefined ? { status, body } : { status, retryAfter: Math.max(1, Math.ceil(seconds)), body }
}

/** The envelope of a process that cannot take work now: a BUSY that says why, because an operator reads it. */
export const notReady = (troubles: readonly string[], why: Bilingual, { language, now }: AnsweredRequest): string =>
  JSON.stringify({
    code: refusals.BUSY.code,
    msg: say(why, language),
    time: Math.floor(now / 1000),
    data: { reason: 'BUSY', troubles },
  })

const statusOf = (error: unknown): number =>
  typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500

/**
 * Converts a thrown value to a refusal: a `Refusal` as it is; errors of the framework by status; a database that does
 * not respond becomes BUSY.
 * `null` means that the error is unexpected: the caller logs the cause and responds with FAULT.
 */
const foreseen = (error: unknown): { reason: Reason; data: RefusalData; status?: number } | null => {
  if (error instanceof Refusal) return error
  if (error instanceof DatabaseReadOnly) return { reason: 'READ_ONLY', data: {} }
  if (error instanceof DatabaseUnavailable) return { reason: 'BUSY', data: {} }
  const status = statusOf(error)
  if (status === 503) return { reason: 'BUSY', data: {} }
  if (status === 404) return { reason: 'NO_ROUTE', data: {} }
  if (status === 413) return { reason: 'TOO_LARGE', data: {} }
  if (status >= 400 && status < 500) return { reason: 'BODY', data: {}, status }
  return null
}

/** The answer to anything that was thrown. `unforeseen` gets the cause of what nobody expected. */
export const answerTo = (error: unknown, request: AnsweredRequest, unforeseen: (cause: unknown) => void): Answer => {
  const known = foreseen(error)
  if (known) return refused(known.reason, known.data, request, known.status)
  unforeseen(error)
  return refused('FAULT', { request_id: request.request_id }, request)
}

import { Refusal } from '@tongchuang/contract/errors.ts'
import { fieldOf } from '../fields.ts'
import type { Bilingual } from '../http/language.ts'

/**
 * The object store does not answer, or does not let us in: callers are told to try again later, and background work is
 * retried.
 */
export class StoreAway extends Refusal {
  constructor(cause: unknown) {
    super('BUSY')
    this.cause = cause
  }
}

const absent: ReadonlySet<unknown> = new Set(['NoSuchKey', 'NoSuchUpload', 'NotFound'])
const awayNames: ReadonlySet<unknown> = new Set(['TimeoutError', 'RequestTimeout', 'SlowDown'])
const awayCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])

/** The status of the answer with which the library failed; 0 without one. */
const statusOf = (error: unknown): number => Number(fieldOf(fieldOf(error, '$metadata'), 'httpStatusCode') ?? 0)

const strangers: ReadonlySet<unknown> = new Set([
  'RequestTimeTooSkewed',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'AccessDenied',
  'Forbidden',
  'AuthorizationHeaderMalformed',
])

/** Whether the store refuses us altogether: a key changed or taken back, another clock, a bucket that is gone. */
const isShut = (error: object): boolean => {
  const names = [fieldOf(error, 'name'), fieldOf(error, 'Code')]
  return [401, 403].includes(statusOf(error)) || names.some((name) => strangers.has(name) || name === 'NoSuchBucket')
}

/**
 * Translates an exception of the library into file system terms: a missing object is ENOENT; a store that is
 * unavailable, or lets us in no more, becomes `StoreAway`.
 */
export const objectProblem = (error: unknown): unknown => {
  if (typeof error !== 'object' || error === null || error instanceof Refusal) return error
  const name = fieldOf(error, 'name')
  if (absent.has(name) || absent.has(fieldOf(error, 'Code')))
    return Object.assign(new Error('no such object', { cause: error }), { code: 'ENOENT' })
  const status = statusOf(error)
  return isShut(error) ||
    awayNames.has(name) ||
    awayCodes.has(fieldOf(error, 'code')) ||
    status >= 500 ||
    status === 429
    ? new StoreAway(error)
    : error
}

// A store refuses requests that are signed a quarter of an hour off; some allow less.
const skewMinutes = 5

/** How many minutes the clock of the store is from ours, by the date of its answer; 0 where that is not known. */
const minutesApart = (error: unknown): number => {
  const date = fieldOf(fieldOf(fieldOf(error, '$response'), 'headers'), 'date')
  const apart = typeof date === 'string' ? Math.round((Date.parse(date) - Date.now()) / 60_000) : 0
  return Number.isNaN(apart) ? 0 : Math.abs(apart)
}

/** Explains to an administrator why the object store refuses access; null for any other exception. */
export const whyRefused = (thrown: unknown): Bilingual | null => {
  const error = thrown instanceof StoreAway ? thrown.cause : thrown
  if (!(error instanceof Error)) return null
  const Code = fieldOf(error, 'Code')
  if (error.name === 'NoSuchBucket' || Code === 'NoSuchBucket')
    return {
      zh: '文件存储里没有这个桶：请先建好，或检查S3_BUCKET',
      en: 'The object store has no such bucket: make it first, or check S3_BUCKET',
    }
  const isStranger = strangers.has(error.name) || strangers.has(Code) || statusOf(error) === 403
  const apart = minutesApart(error)
  if (isStranger && apart >= skewMinutes)
    return {
      zh: `文件存储不让我们进：这台机器的时钟和它的差${apart}分钟，请先校准时间（NTP）`,
      en: `The object store does not let us in: the clock of this machine is ${apart} minutes from its own; set it right first (NTP)`,
    }
  if (isStranger)
    return {
      zh: '文件存储不让我们进：请检查S3_ACCESS_KEY_ID、S3_SECRET_ACCESS_KEY、S3_REGION和桶的权限',
      en: 'The object store does not let us in: check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION and the rights of the bucket',
    }
  return null
}

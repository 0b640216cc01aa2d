import { Refusal } from '@tongchuang/contract/errors.ts'
import type { Bilingual } from '../http/language.ts'

/** The object store does not answer: whoever asks is told to come again, and work in the background is tried again. */
export class StoreAway extends Refusal {
  constructor(cause: unknown) {
    super('BUSY')
    this.cause = cause
  }
}

type Problem = { name?: string; Code?: string; code?: string; $metadata?: { httpStatusCode?: number } }

const absent: ReadonlySet<string | undefined> = new Set(['NoSuchKey', 'NoSuchUpload', 'NotFound'])
const awayNames: ReadonlySet<string | undefined> = new Set(['TimeoutError', 'RequestTimeout', 'SlowDown'])
const awayCodes: ReadonlySet<string | undefined> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])

/** What the library throws, in the words a folder uses: nothing there is ENOENT; a store that is away says so. */
export const objectProblem = (error: unknown): unknown => {
  if (typeof error !== 'object' || error === null || error instanceof Refusal) return error
  const { name, Code, code, $metadata } = error as Problem
  if (absent.has(name) || absent.has(Code))
    return Object.assign(new Error('no such object', { cause: error }), { code: 'ENOENT' })
  const status = $metadata?.httpStatusCode ?? 0
  return awayNames.has(name) || awayCodes.has(code) || status >= 500 || status === 429 ? new StoreAway(error) : error
}

const strangers: ReadonlySet<string | undefined> = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'AccessDenied',
  'Forbidden',
  'AuthorizationHeaderMalformed',
])

/** Why a store that answers does not let us in, for whoever sets it up; null where it is something else. */
export const whyRefused = (error: unknown): Bilingual | null => {
  if (!(error instanceof Error)) return null
  const { name, Code, $metadata } = error as Problem
  if (name === 'NoSuchBucket' || Code === 'NoSuchBucket')
    return {
      zh: '文件存储里没有这个桶：请先建好，或检查S3_BUCKET',
      en: 'The object store has no such bucket: make it first, or check S3_BUCKET',
    }
  if (strangers.has(name) || strangers.has(Code) || $metadata?.httpStatusCode === 403)
    return {
      zh: '文件存储不让我们进：请检查S3_ACCESS_KEY_ID、S3_SECRET_ACCESS_KEY、S3_REGION和桶的权限',
      en: 'The object store does not let us in: check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION and the rights of the bucket',
    }
  return null
}

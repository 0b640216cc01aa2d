import { createHmac } from 'node:crypto'
import type { RobotKind, RobotProblem } from '@tongchuang/contract/robots.admin.ts'
import { isFields } from '../../fields.ts'

/** One message to one robot. */
export type Message = {
  kind: RobotKind
  address: string
  /** The secret that signs it; '' for none. */
  secret: string
  /** Unchanged when the same message is sent again. */
  id: string
  text: string
  /** What a JSON robot gets beside the text. */
  fields: Readonly<Record<string, unknown>>
  now: number
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text, 'utf8').digest()

/** The key behind a secret of a JSON robot: `whsec_…` is base64, everything else the text itself. */
const jsonKey = (secret: string): string | Buffer =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret

/** 钉钉 and 飞书 sign the time with the secret: 钉钉 uses it as the key, 飞书 as a part of the key. */
const dingtalkSign = (secret: string, at: number): string => hmac(secret, `${at}\n${secret}`).toString('base64')
const feishuSign = (secret: string, seconds: number): string => hmac(`${seconds}\n${secret}`, '').toString('base64')

type Written = { url: string; body: string; headers: Record<string, string> }

/** A message in the format of each platform: plain text everywhere, mentioning nobody. */
const written: Readonly<Record<RobotKind, (message: Message) => Written>> = {
  wecom: ({ address, text }) => ({
    url: address,
    body: JSON.stringify({ msgtype: 'text', text: { content: text, mentioned_list: [], mentioned_mobile_list: [] } }),
    headers: {},
  }),
  dingtalk: ({ address, secret, text, now }) => {
    const url = new URL(address)
    if (secret !== '') {
      url.searchParams.set('timestamp', String(now))
      url.searchParams.set('sign', dingtalkSign(secret, now))
    }
    const at = { atMobiles: [], atUserIds: [], isAtAll: false }
    return { url: url.href, body: JSON.stringify({ msgtype: 'text', text: { content: text }, at }), headers: {} }
  },
  feishu: ({ address, secret, text, now }) => {
    const seconds = Math.floor(now / 1_000)
    const signed = secret === '' ? {} : { timestamp: String(seconds), sign: feishuSign(secret, seconds) }
    return { url: address, body: JSON.stringify({ ...signed, msg_type: 'text', content: { text } }), headers: {} }
  },
  // Follows standardwebhooks.com: receivers have libraries for it.
  json: ({ address, secret, id, text, fields, now }) => {
    const seconds = Math.floor(now / 1_000)
    const body = JSON.stringify({ id, time: new Date(now).toISOString(), ...fields, text })
    const signature = `v1,${hmac(jsonKey(secret), `${id}.${seconds}.${body}`).toString('base64')}`
    const headers = { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signature }
    return { url: address, body, headers }
  },
}

/** The HTTP request that sends a message. */
export const requestOf = (message: Message): { url: string; init: RequestInit } => {
  const { url, body, headers } = written[message.kind](message)
  const all = { 'content-type': 'application/json; charset=utf-8', 'idempotency-key': message.id, ...headers }
  return { url, init: { method: 'POST', headers: all, body } }
}

/**
 * The outcome of a message. `SLOW` waits as long as the platform says, `GONE` is permanent, everything else is retried.
 */
export type Outcome = { problem: RobotProblem | null; said: string; waitMs: number }

type Codes = Readonly<Record<number, RobotProblem>>
// Each from the platform's own list of codes for robots of groups.
const codes: Readonly<Record<Exclude<RobotKind, 'json'>, Codes>> = {
  wecom: { 93000: 'GONE', 93004: 'GONE', 93008: 'GONE', 45009: 'SLOW', 45033: 'SLOW' },
  dingtalk: {
    300005: 'GONE',
    400013: 'GONE',
    400101: 'GONE',
    400102: 'GONE',
    400106: 'GONE',
    130101: 'SLOW',
    410100: 'SLOW',
    660026: 'SLOW',
    90030: 'SLOW',
  },
  feishu: { 19001: 'GONE', 19021: 'SIGNATURE', 19022: 'OUR_ADDRESS', 19024: 'KEYWORD', 11232: 'SLOW' },
}

// Unmistakable words, for codes that are not listed.
const saysGone = /token is not exist|access token invalid|invalid webhook url|robot is not exist/i

const slowMs: Readonly<Record<RobotKind, number>> = {
  wecom: 60_000,
  // A robot over its limit is ignored for ten minutes.
  dingtalk: 600_000,
  feishu: 60_000,
  json: 60_000,
}

/** 钉钉 has one code for all that is wrong with security, and says in words which it is. */
const securityOf = (said: string): RobotProblem => {
  if (/sign|timestamp/i.test(said)) return 'SIGNATURE'
  if (/keyword/i.test(said)) return 'KEYWORD'
  return /\bip\b/i.test(said) ? 'OUR_ADDRESS' : 'ANSWER'
}

const retryAfterMs = (header: string | null): number | null =>
  header !== null && /^\d{1,5}$/.test(header) ? Number(header) * 1_000 : null

/** A platform's response: its code, null where it has none, and its words. */
const readAnswer = (body: string): { code: number | null; said: string } => {
  let answer: unknown = null
  try {
    answer = JSON.parse(body)
  } catch {
    return { code: null, said: body }
  }
  if (!isFields(answer)) return { code: null, said: body }
  const { errcode, errmsg, code, StatusCode, msg } = answer
  const number = [errcode, code, StatusCode].find((one) => typeof one === 'number')
  const words = [errmsg, msg].find((one) => typeof one === 'string')
  return { code: number ?? null, said: words ?? body }
}

const longestSaid = 200
const short = (said: string): string =>
  [...said.toWellFormed().replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')].slice(0, longestSaid).join('').trim()

type Heard = { status: number; body: string; retryAfter: string | null }

/** Interprets a platform's response: these services answer 200 even where they refuse, with a code other than 0. */
export const outcomeOf = (kind: RobotKind, { status, body, retryAfter }: Heard): Outcome => {
  const { code, said } = readAnswer(body)
  const of = (problem: RobotProblem | null): Outcome => ({
    problem,
    said: problem === null ? '' : short(status === 200 ? said : `HTTP ${status} ${said}`),
    waitMs: retryAfterMs(retryAfter) ?? slowMs[kind],
  })
  if (status === 429) return of('SLOW')
  if (status === 404 || status === 410) return of('GONE')
  if (status < 200 || status > 299) return of('ANSWER')
  if (kind === 'json') return of(null)
  if (code === 0) return of(null)
  if (code === null) return of('ANSWER')
  if (kind === 'dingtalk' && code === 310000) return of(securityOf(said))
  return of(codes[kind][code] ?? (saysGone.test(said) ? 'GONE' : 'ANSWER'))
}

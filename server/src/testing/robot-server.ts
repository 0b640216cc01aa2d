import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import type { RobotKind } from '@tongchuang/contract/robots.admin.ts'
import { fieldOf, isFields } from '../fields.ts'
import { portOf } from '../http/port-of.ts'

type Got = { text: string; body: Record<string, unknown>; headers: IncomingHttpHeaders; raw: string }

/** 企业微信, 钉钉, 飞书 and a school’s own program on a port of this machine, as far as robots of groups need them. */
export type RobotServer = {
  host: string
  /** The address to post to for a robot of a kind. */
  address: (kind: RobotKind) => string
  /** The secret its robots check signatures with; '' for none. */
  secret: string
  /** The messages posted to the group, in order. */
  group: Got[]
  /** Number of requests received, including refused messages. */
  asked: number
  /** Answers in place of the server while set. */
  instead: ((response: ServerResponse) => void) | null
  close: () => Promise<void>
}

const robotKey = 'a-key-of-this-robot-0001'
const same = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
const sha = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('base64')

type Asked = { url: URL; got: Got; secret: string }
type Said = { status?: number; answer: object }

/** Each platform as its own documents describe it; nothing is shared with the code that sends. */
const remotes: Readonly<Record<string, (asked: Asked) => Said>> = {
  '/cgi-bin/webhook/send': ({ url }) =>
    url.searchParams.get('key') === robotKey
      ? { answer: { errcode: 0, errmsg: 'ok' } }
      : { answer: { errcode: 93000, errmsg: 'invalid webhook url, hint: [1]' } },
  '/robot/send': ({ url, secret }) => {
    const { searchParams: said } = url
    if (said.get('access_token') !== robotKey) return { answer: { errcode: 300005, errmsg: 'token is not exist' } }
    const timestamp = said.get('timestamp') ?? ''
    const holds = secret === '' || same(said.get('sign') ?? '', sha(secret, `${timestamp}\n${secret}`))
    return { answer: holds ? { errcode: 0, errmsg: 'ok' } : { errcode: 310000, errmsg: 'sign not match' } }
  },
  [`/open-apis/bot/v2/hook/${robotKey}`]: ({ got, secret }) => {
    const { timestamp, sign } = got.body
    const holds = secret === '' || same(String(sign), sha(`${String(timestamp)}\n${secret}`, ''))
    return {
      answer: holds ? { code: 0, msg: 'success', data: {} } : { code: 19021, msg: 'sign match fail', data: {} },
    }
  },
  '/hook': ({ got, secret }) => {
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = got.headers
    const holds = same(String(signature), `v1,${sha(secret, `${String(id)}.${String(at)}.${got.raw}`)}`)
    return holds ? { answer: {} } : { status: 401, answer: { error: 'signature' } }
  },
}

const paths: Readonly<Record<RobotKind, string>> = {
  wecom: `/cgi-bin/webhook/send?key=${robotKey}`,
  dingtalk: `/robot/send?access_token=${robotKey}`,
  feishu: `/open-apis/bot/v2/hook/${robotKey}`,
  json: '/hook',
}

const textIn = (body: Record<string, unknown>): string => {
  const { text, content } = body
  if (typeof text === 'string') return text
  return String(fieldOf(text, 'content') ?? fieldOf(content, 'text') ?? '')
}

/** Opens such a server. */
export const aRobotServer = async (): Promise<RobotServer> => {
  const remote: Pick<RobotServer, 'secret' | 'asked' | 'group' | 'instead'> = {
    secret: '',
    asked: 0,
    group: [],
    instead: null,
  }
  const server = createServer(async (request, response) => {
    const raw = await textOf(request)
    remote.asked += 1
    if (remote.instead) return remote.instead(response)
    const said: unknown = JSON.parse(raw)
    const body = isFields(said) ? said : {}
    const got = { text: textIn(body), body, headers: request.headers, raw }
    const url = new URL(request.url ?? '/', 'http://remote')
    const { status = 200, answer } = remotes[url.pathname]?.({ url, got, secret: remote.secret }) ?? {
      status: 404,
      answer: {},
    }
    const isTaken = status === 200 && !Object.values(answer).some((value) => typeof value === 'number' && value !== 0)
    if (isTaken) remote.group.push(got)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const port = portOf(server)
  return Object.assign(remote, {
    host: `127.0.0.1:${port}`,
    address: (kind: RobotKind) => `http://127.0.0.1:${port}${paths[kind]}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  })
}

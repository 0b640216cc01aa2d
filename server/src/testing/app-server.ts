import { createServer } from 'node:http'
import { createHash } from 'node:crypto'
import { text as textOf } from 'node:stream/consumers'
import { portOf } from '../http/port-of.ts'

/** The three apps' open platforms on a port of this machine, as far as a log-in needs them. */
export type AppServer = {
  address: string
  host: string
  /** The person who logs in there, a member of the school's organization or not. */
  present: { id: string; isMember: boolean; name: string; student_no: string }
  secret: string
  /** The path of each request received. */
  asked: string[]
  close: () => Promise<void>
}

type Said = Record<string, unknown>
type Asked = { url: URL; body: Said; headers: Record<string, unknown> }

type Code = { redirect_uri: string; challenge: string | null }

// The log-in pages, and the parameter in which each sends its code back.
const pages: Readonly<Record<string, { to: string; name: string }>> = {
  '/wwlogin/sso/login': { to: 'redirect_uri', name: 'code' },
  '/connect/oauth2/authorize': { to: 'redirect_uri', name: 'code' },
  '/oauth2/auth': { to: 'redirect_uri', name: 'authCode' },
  '/open-apis/authen/v1/authorize': { to: 'redirect_uri', name: 'code' },
}
const wrongToken = (url: URL) => (url.searchParams.get('access_token') === 'app-token' ? null : { errcode: 40014 })

/** The response of each call. */
const callsOf = (present: AppServer['present'], secret: string, codes: Map<string, Code>) => {
  const useCode = (code: unknown) => {
    const known = codes.get(String(code))
    codes.delete(String(code))
    return known
  }
  const calls: Record<string, (asked: Asked) => Said> = {
    '/cgi-bin/gettoken': ({ url }) =>
      url.searchParams.get('corpsecret') === secret
        ? { errcode: 0, access_token: 'app-token', expires_in: 7200 }
        : { errcode: 40001, errmsg: 'invalid credential' },
    '/cgi-bin/auth/getuserinfo': ({ url }) => {
      if (!useCode(url.searchParams.get('code'))) return { errcode: 40029, errmsg: 'invalid code' }
      return wrongToken(url) ?? { errcode: 0, ...(present.isMember ? { userid: present.id } : { openid: 'o-1' }) }
    },
    '/cgi-bin/user/get': ({ url }) =>
      wrongToken(url) ?? {
        ...{ errcode: 0, userid: present.id, name: present.name },
        extattr: { attrs: [{ name: '学号', value: present.student_no }] },
      },
    '/v1.0/oauth2/userAccessToken': ({ body }) =>
      body.clientSecret === secret && useCode(body.code)
        ? { accessToken: 'user-token', expireIn: 7200 }
        : { code: 'invalidAuthCode', message: 'no' },
    '/v1.0/contact/users/me': ({ headers }) =>
      headers['x-acs-dingtalk-access-token'] === 'user-token'
        ? { nick: 'x', unionId: `union-${present.id}` }
        : { code: 'no' },
    '/v1.0/oauth2/accessToken': ({ body }) =>
      body.appSecret === secret ? { accessToken: 'app-token', expireIn: 7200 } : { code: 'invalidClientIdOrSecret' },
    '/topapi/user/getbyunionid': ({ url }) =>
      wrongToken(url) ?? (present.isMember ? { errcode: 0, result: { userid: present.id } } : { errcode: 60121 }),
    '/topapi/v2/user/get': ({ url }) =>
      wrongToken(url) ?? { errcode: 0, result: { name: present.name, job_number: present.student_no } },
    '/open-apis/authen/v2/oauth/token': ({ body }) => {
      const known = useCode(body.code)
      const proof = createHash('sha256').update(String(body.code_verifier)).digest('base64url')
      const holds = known?.challenge === proof && known.redirect_uri === body.redirect_uri
      return holds && body.client_secret === secret ? { code: 0, access_token: 'user-token' } : { code: 20003 }
    },
    '/open-apis/authen/v1/user_info': ({ headers }) =>
      headers.authorization === 'Bearer user-token'
        ? { code: 0, data: { union_id: `on-${present.id}`, name: present.name, employee_no: present.student_no } }
        : { code: 20005 },
    '/open-apis/auth/v3/tenant_access_token/internal': ({ body }) =>
      body.app_secret === secret ? { code: 0, tenant_access_token: 't' } : { code: 10014 },
  }
  return calls
}

/** Opens a server that answers as 企业微信, 钉钉 and 飞书 document it. */
export const anAppServer = async (): Promise<AppServer> => {
  const secret = 'the secret of the application'
  const present: AppServer['present'] = { id: '', isMember: true, name: '', student_no: '' }
  const codes = new Map<string, Code>()
  const calls = callsOf(present, secret, codes)
  const asked: string[] = []
  let made = 0
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://app')
    asked.push(url.pathname)
    const page = pages[url.pathname]
    if (page) {
      const code = `code-${(made += 1)}`
      const redirect_uri = url.searchParams.get(page.to) ?? ''
      codes.set(code, { redirect_uri, challenge: url.searchParams.get('code_challenge') })
      const to = new URL(redirect_uri)
      to.searchParams.set(page.name, code)
      to.searchParams.set('state', url.searchParams.get('state') ?? '')
      response.writeHead(302, { location: to.href }).end()
      return
    }
    const text = await textOf(request)
    const said = calls[url.pathname]?.({ url, body: (text ? JSON.parse(text) : {}) as Said, headers: request.headers })
    response.writeHead(said ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(said ?? {}))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const port = portOf(server)
  return {
    address: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    present,
    secret,
    asked,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

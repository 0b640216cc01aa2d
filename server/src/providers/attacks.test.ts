import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { fieldOf } from '../fields.ts'
import { portOf } from '../http/port-of.ts'
import { entryOf, logInBrowser, type LogInBrowser } from '../testing/log-in-browser.ts'
import { home, oidcForSchool, schoolWithProviders } from '../testing/log-in-school.ts'
import type { OidcServer } from '../testing/oidc-server.ts'
import type { School } from '../testing/test-app.ts'
import { aProvider } from './factory.ts'

let remote: OidcServer
let otherServer: OidcServer
let school: School
let browser: LogInBrowser
let provider: number
let student: number
beforeEach(async () => {
  const people = [{ sub: 'u-1', student_no: '2026010301' }]
  remote = await oidcForSchool(people)
  otherServer = await oidcForSchool(people)
  school = await schoolWithProviders([remote.host, otherServer.host])
  browser = logInBrowser(school, home)
  provider = await provide(remote)
  student = (await aUser(school.app.db, { student_no: '2026010301' })).id
})
afterEach(async () => {
  await school.close()
  await Promise.all([remote.close(), otherServer.close()])
})

const provide = async ({ issuer, client }: OidcServer, given = {}) =>
  (
    await aProvider(school.app.db, school.app.config.secret, {
      ...{ kind: 'oidc', address: issuer, client_id: client.client_id, secret: client.client_secret },
      ...{ number_claim: 'student_no', number_trusted: true, scopes: 'openid profile' },
      ...given,
    })
  ).id
const enter = (page: string) => browser.call('/api/user/provider_enter', { code: entryOf(page) })
const begin = async (id = provider) => {
  const { data } = await browser.call('/api/user/provider_begin', { provider_id: id, door: 'student' })
  return new URL(String(data.url))
}
const outcome = async (page: string) => {
  const { data } = await enter(page)
  return data.reason ?? fieldOf(data.userinfo, 'id')
}
/** Checks that a refused log-in leaves nothing behind. */
const nobodyCame = async () => {
  expect(await school.app.db.selectFrom('sessions').select('id').execute()).toEqual([])
  expect(await school.app.db.selectFrom('identities').select('id').execute()).toEqual([])
}

const seconds = () => Math.floor(Date.now() / 1000)

describe('a token of the provider', () => {
  const honest = (nonce: string | null) => ({
    ...{ iss: remote.issuer, aud: remote.client.client_id, sub: 'u-1', student_no: '2026010301', nonce, name: '' },
    ...{ iat: seconds(), exp: seconds() + 600 },
  })
  /** The server answers with this token in the place of its own. */
  const answering = async (token: (claims: ReturnType<typeof honest>) => string) => {
    const url = await begin()
    const page = await browser.goThere(url.href)
    remote.instead.answer = (request, response) => {
      if (request.url !== '/token') return false
      response.writeHead(200, { 'content-type': 'application/json' })
      const id_token = token(honest(url.searchParams.get('nonce')))
      response.end(JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token }))
      return true
    }
    return page
  }

  test('with every claim as required lets its student in', async () => {
    expect(await outcome(await answering((claims) => remote.forge(claims)))).toBe(student)
  })

  test.each<[what: string, token: (claims: ReturnType<typeof honest>) => string]>([
    ['of another log-in', (claims) => remote.forge({ ...claims, nonce: 'another' })],
    ['without a nonce', (claims) => remote.forge({ ...claims, nonce: undefined })],
    ['for another client', (claims) => remote.forge({ ...claims, aud: 'another' })],
    ['of another issuer', (claims) => remote.forge({ ...claims, iss: otherServer.issuer })],
    ['that has expired', (claims) => remote.forge({ ...claims, iat: seconds() - 900, exp: seconds() - 300 })],
    ['without a signature', (claims) => remote.forge(claims, 'none')],
    ['that somebody has changed', (claims) => `${remote.forge({ ...claims, sub: 'x' }).slice(0, -9)}AAAAAAAAA`],
    ['about nobody', (claims) => remote.forge({ ...claims, sub: undefined })],
    ['with a subject that cannot be compared', (claims) => remote.forge({ ...claims, sub: 'x'.repeat(256) })],
  ])('%s lets nobody in', async (_what, token) => {
    const page = await answering(token)
    const answer = await enter(page)
    expect(answer.data.reason).toBe('PROVIDER_ANSWER')
    expect(answer.msg).toBe('学校统一身份认证的回答对不上，没有登录。请重试，或告诉管理员')
    await nobodyCame()
  })
})

describe('the address a browser comes back to', () => {
  test('of another provider than it was sent to counts for nothing', async () => {
    const second = await provide(otherServer, { name: '另一家' })
    const url = await begin()
    const back = await browser.other.follow(url.href, home)
    const page = await browser.comeBack(back.replace(`/return/${provider}?`, `/return/${second}?`))
    expect((await enter(page)).msg).toBe('这次登录已经失效，请重新开始')
    await nobodyCame()
  })

  test('that names another issuer counts for nothing', async () => {
    const back = new URL(await browser.other.follow((await begin()).href, home))
    back.searchParams.set('iss', otherServer.issuer)
    expect(await outcome(await browser.comeBack(back.href))).toBe('PROVIDER_ANSWER')
    await nobodyCame()
  })

  test('lets its student in once: neither it nor the code it leads to is taken again', async () => {
    const back = await browser.other.follow((await begin()).href, home)
    const page = await browser.comeBack(back)
    expect(await outcome(await browser.comeBack(back))).toBe('PROVIDER_STATE')
    expect(await outcome(page)).toBe(student)
    expect(await outcome(page)).toBe('PROVIDER_STATE')
  })

  test('with a code of the provider that was used before lets nobody in', async () => {
    const first = new URL(await browser.other.follow((await begin()).href, home))
    expect(await outcome(await browser.comeBack(first.href))).toBe(student)
    const again = await begin()
    const forged = new URL(first)
    forged.searchParams.set('state', again.searchParams.get('state') ?? '')
    expect(await outcome(await browser.comeBack(forged.href))).toBe('PROVIDER_ANSWER')
  })

  test('is good for ten minutes, and the code it leads to for one', async () => {
    const late = await browser.other.follow((await begin()).href, home)
    school.clock.move(10 * 60_000)
    expect(await outcome(await browser.comeBack(late))).toBe('PROVIDER_STATE')
    const page = await browser.goThere((await begin()).href)
    school.clock.move(60_000)
    expect(await outcome(page)).toBe('PROVIDER_STATE')
    await nobodyCame()
  })

  test('of no log-in that was begun, with a parameter twice or with none leads to the log-in page', async () => {
    for (const query of ['', '?state=made-up&code=x', '?state=a&state=b&code=x', `?code=${'x'.repeat(5_000)}`])
      for (const id of [String(provider), '999', '0', '1e9', '../x'])
        expect(await outcome(await browser.comeBack(`${home}/api/user/return/${encodeURIComponent(id)}${query}`))).toBe(
          'PROVIDER_STATE',
        )
    await nobodyCame()
  })
})

test('a log-in that somebody else began opens nothing in another browser', async () => {
  const attacker = logInBrowser(school, home)
  const { data } = await attacker.call('/api/user/provider_begin', { provider_id: provider, door: 'student' })
  const page = await attacker.goThere(String(data.url))
  await browser.call('/api/user/provider_begin', { provider_id: provider, door: 'student' })
  const answer = await enter(page)
  expect(answer.data.reason).toBe('PROVIDER_BROWSER')
  expect(answer.msg).toBe('这次登录不是在这个浏览器里开始的，请重新开始')
  await nobodyCame()
})

test('where a browser is sent and comes back to never follows from the headers of a request', async () => {
  const answer = await school.inject({
    method: 'POST',
    url: '/api/user/provider_begin',
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    payload: { provider_id: provider, door: 'student' },
  })
  const url = new URL(answer.json<{ data: { url: string } }>().data.url)
  expect(url.searchParams.get('redirect_uri')).toBe(`${home}/api/user/return/${provider}`)
  expect(url.origin).toBe(remote.issuer)
  expect(url.searchParams.get('code_challenge_method')).toBe('S256')
  const back = await school.inject({ url: '/api/user/return/1?state=x', headers: { host: 'evil.example' } })
  expect(back.headers.location).toMatch(/^https:\/\/school\.example\/login#entry=/)
})

test('somebody who says no there is told so', async () => {
  remote.present.sub = null
  expect((await enter(await browser.goThere((await begin()).href))).msg).toBe('学校统一身份认证没有让你登录')
})

describe('a provider that fails', () => {
  test.each<[what: string, reason: string, answer: NonNullable<OidcServer['instead']['answer']>]>([
    ['answers 500', 'PROVIDER_DOWN', (_, response) => Boolean(response.writeHead(500).end('{}'))],
    ['sends 10 MB', 'PROVIDER_ANSWER', (_, response) => Boolean(response.end(Buffer.alloc(10_000_000, ' ')))],
    ['sends a page', 'PROVIDER_ANSWER', (_, response) => Boolean(response.end('<h1>Wartung</h1>'))],
    ['leads elsewhere', 'PROVIDER_ANSWER', (_, response) => Boolean(response.writeHead(302, { location: home }).end())],
    ['hangs up', 'PROVIDER_DOWN', (request) => Boolean(request.socket.destroy())],
    ['does not answer', 'PROVIDER_DOWN', () => true],
  ])('and %s lets nobody in, and the password door stays', { timeout: 30_000 }, async (_what, reason, answer) => {
    const page = await browser.goThere((await begin()).href)
    remote.instead.answer = answer
    const begun = performance.now()
    expect(await outcome(page)).toBe(reason)
    expect(performance.now() - begun).toBeLessThan(9_000)
    const [button] = (await browser.call('/api/user/providers')).data as unknown as { down_since: string | null }[]
    expect(button?.down_since).toBe(reason === 'PROVIDER_DOWN' ? new Date(school.clock.now()).toISOString() : null)
    await nobodyCame()
  })

  test('is shown as down since the first failure, and its button works again by itself', async () => {
    const since = school.clock.now()
    remote.instead.answer = (_, response) => Boolean(response.writeHead(502).end())
    const states = async () => {
      school.clock.move(61_000)
      await school.app.jobs.run('providers.look')
      return ((await browser.call('/api/user/providers')).data as unknown as { down_since: string | null }[])[0]
        ?.down_since
    }
    const began = await states()
    expect(Date.parse(began ?? '')).toBe(since + 61_000)
    expect(await states()).toBe(began)
    remote.instead.answer = null
    expect(await states()).toBeNull()
  })

  test('is asked nothing when the browser comes back: only the browser that began may redeem the code', async () => {
    const back = await browser.other.follow((await begin()).href, home)
    let asked = 0
    remote.instead.answer = () => {
      asked += 1
      return false
    }
    const page = await browser.comeBack(back)
    await logInBrowser(school, home).call('/api/user/provider_enter', { code: entryOf(page) })
    expect(asked).toBe(0)
    expect(await outcome(page)).toBe(student)
    expect(asked).toBeGreaterThan(0)
  })
})

test('an address inside the network is not asked unless the server names it', async () => {
  let asked = 0
  const inside = createServer((_, response) => response.end(String((asked += 1))))
  await new Promise<void>((ready) => inside.listen(0, '127.0.0.1', ready))
  const port = portOf(inside)
  const id = await provide(remote, { address: `http://127.0.0.1:${port}` })
  const answer = await browser.call('/api/user/provider_begin', { provider_id: id, door: 'student' })
  expect(answer.data.reason).toBe('PROVIDER_SETUP')
  expect(asked).toBe(0)
  await new Promise((done) => inside.close(done))
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { fieldOf } from '../fields.ts'
import { aCasServer, type CasServer } from '../testing/cas-server.ts'
import { entryOf, logInBrowser, type LogInBrowser } from '../testing/log-in-browser.ts'
import { home, schoolWithProviders } from '../testing/log-in-school.ts'
import type { School } from '../testing/test-app.ts'
import { aProvider } from './factory.ts'

let remote: CasServer
let school: School
let browser: LogInBrowser
let provider: number
let student: number
beforeEach(async () => {
  remote = await aCasServer()
  Object.assign(remote.present, { user: 'lin & yu', attributes: { student_no: '2026010301', displayName: '林<雨>桐' } })
  school = await schoolWithProviders([remote.host])
  browser = logInBrowser(school, home)
  provider = (
    await aProvider(school.app.db, school.app.config.secret, {
      ...{ kind: 'cas', address: remote.address, sign_in_address: '', scopes: '' },
      ...{ number_claim: 'student_no', number_trusted: true, name_claim: 'displayName' },
    })
  ).id
  student = (await aUser(school.app.db, { student_no: '2026010301' })).id
})
afterEach(async () => {
  await school.close()
  await remote.close()
})

const enter = (page: string) => browser.call('/api/user/provider_enter', { code: entryOf(page) })
const outcome = async (page: string) => {
  const { data } = await enter(page)
  return data.reason ?? fieldOf(data.userinfo, 'id')
}

test('a student logs in with CAS, by the attribute with the 学号', async () => {
  expect(await outcome(await browser.through(provider))).toBe(student)
  const identity = await school.app.db.selectFrom('identities').selectAll().executeTakeFirstOrThrow()
  expect(identity).toMatchObject({ user_id: student, subject: 'lin & yu', label: '林<雨>桐', how: 'matched' })
  expect(remote.asked.map(({ pathname }) => pathname)).toEqual(['/cas/p3/serviceValidate'])
  expect(remote.asked[0]?.searchParams.get('service')).toMatch(
    new RegExp(`^${home}/api/user/return/${provider}\\?state=[\\w-]{43}$`),
  )
})

test('a server that knows the path of 2.0 alone is asked there', async () => {
  remote.instead.answer = (request, response) => {
    if (request.url?.startsWith('/cas/p3/')) return void response.writeHead(404).end()
    response.end(
      '<serviceResponse xmlns="http://www.yale.edu/tp/cas"><authenticationSuccess><user>2026010301</user></authenticationSuccess></serviceResponse>',
    )
  }
  await school.app.db.updateTable('login_providers').set({ number_claim: 'user' }).execute()
  expect(await outcome(await browser.through(provider))).toBe(student)
})

test('a ticket for another service, another log-in, or used before, lets nobody in', async () => {
  const begun = await browser.call('/api/user/provider_begin', { provider_id: provider, door: 'student' })
  const login = new URL(String(begun.data.url))
  const service = new URL(login.searchParams.get('service') ?? '')
  const ticketFor = async (other: string) => {
    const url = new URL(login)
    url.searchParams.set('service', other)
    return new URL(await browser.other.follow(url.href, other.split('?')[0]!)).searchParams.get('ticket') ?? ''
  }
  const bring = async (ticket: string) => {
    const again = await browser.call('/api/user/provider_begin', { provider_id: provider, door: 'student' })
    const back = new URL(new URL(String(again.data.url)).searchParams.get('service') ?? '')
    back.searchParams.set('ticket', ticket)
    return outcome(await browser.comeBack(back.href))
  }
  expect(await bring(await ticketFor('https://library.example/'))).toBe('PROVIDER_ANSWER')
  expect(await bring(await ticketFor(service.href))).toBe('PROVIDER_ANSWER')
  const ticket = await ticketFor(service.href)
  service.searchParams.set('ticket', ticket)
  expect(await outcome(await browser.comeBack(service.href))).toBe(student)
  expect(await bring(ticket)).toBe('PROVIDER_ANSWER')
  expect(await bring('ST-1&user=x y')).toBe('PROVIDER_ANSWER')
  expect(await bring('PT-1-proxied')).toBe('PROVIDER_ANSWER')
  expect(await bring('')).toBe('PROVIDER_REFUSED')
})

test('an answer that is not exactly what CAS says lets nobody in', async () => {
  const ns = 'xmlns:cas="http://www.yale.edu/tp/cas"'
  const whole = (inside: string) => `<cas:serviceResponse ${ns}>${inside}</cas:serviceResponse>`
  const success = (inside: string) => whole(`<cas:authenticationSuccess>${inside}</cas:authenticationSuccess>`)
  const user = '<cas:user>2026010301</cas:user>'
  await school.app.db.updateTable('login_providers').set({ number_claim: 'user' }).execute()
  for (const said of [
    `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${success('<cas:user>&e;</cas:user>')}`,
    `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>${success('<cas:user>&b;</cas:user>')}`,
    success('<cas:user>2026&unknown;</cas:user>'),
    success('<cas:user>2026010301<!-- -->x</cas:user>'),
    success('<cas:user>2026010301<?x?></cas:user>'),
    success(`${user}<cas:user>other</cas:user>`),
    success('<cas:user><cas:user>2026010301</cas:user></cas:user>'),
    success(`${user}<cas:proxies><cas:proxy>https://p.example</cas:proxy></cas:proxies>`),
    whole(`<cas:authenticationFailure code="INVALID_TICKET">${success(user)}</cas:authenticationFailure>`),
    whole(
      `<cas:authenticationFailure code="X">no</cas:authenticationFailure><cas:authenticationSuccess>${user}</cas:authenticationSuccess>`,
    ),
    success(user) + success(user),
    success(user).replaceAll('cas:', ''),
    success(user).replace('http://www.yale.edu/tp/cas', 'http://evil.example/'),
    success(user).slice(0, -3),
    `${'<cas:a>'.repeat(5_000)}${'</cas:a>'.repeat(5_000)}`,
    '<'.repeat(60_000),
    success(''),
    success('<cas:user></cas:user>'),
    '',
    'yes\n2026010301\n',
    '{"serviceResponse":{"authenticationSuccess":{"user":"2026010301"}}}',
  ]) {
    remote.instead.answer = (_, response) => void response.end(said)
    expect([said.slice(0, 80), await outcome(await browser.through(provider))]).toEqual([
      said.slice(0, 80),
      'PROVIDER_ANSWER',
    ])
  }
  remote.instead.answer = (_, response) =>
    void response.end(`<?xml version="1.0" encoding="UTF-8"?>\n${success(user)}\n`)
  expect(await outcome(await browser.through(provider))).toBe(student)
})

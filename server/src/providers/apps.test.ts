import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { anAppServer, type AppServer } from '../testing/app-server.ts'
import { entryOf, logInBrowser, type LogInBrowser } from '../testing/log-in-browser.ts'
import { home, schoolWithProviders } from '../testing/log-in-school.ts'
import type { School } from '../testing/test-app.ts'
import { aProvider, type GivenProvider } from './factory.ts'

let remote: AppServer
let school: School
let browser: LogInBrowser
beforeEach(async () => {
  remote = await anAppServer()
  Object.assign(remote.present, { id: 'lin', name: '林雨桐', student_no: '2026010301' })
  school = await schoolWithProviders([remote.host])
  browser = logInBrowser(school, home)
})
afterEach(async () => {
  await school.close()
  await remote.close()
})

const kinds = [
  { kind: 'wecom', name: '企业微信', number_claim: '学号', subject: 'lin' },
  { kind: 'dingtalk', name: '钉钉', number_claim: 'job_number', subject: 'union-lin' },
  { kind: 'feishu', name: '飞书', number_claim: 'employee_no', subject: 'on-lin' },
] as const
const provide = async (given: GivenProvider) =>
  (
    await aProvider(school.app.db, school.app.config.secret, {
      ...{
        address: remote.address,
        client_id: 'app',
        agent_id: '1000002',
        secret: remote.secret,
        number_trusted: true,
      },
      ...given,
    })
  ).id
const enter = (page: string) => browser.call('/api/user/provider_enter', { code: entryOf(page) })

describe.each(kinds)('$name', ({ kind, name, number_claim, subject }) => {
  test('lets a student in by the number the school keeps there', async () => {
    const id = await provide({ kind, name, number_claim })
    const student = await aUser(school.app.db, { student_no: '2026010301' })
    expect((await enter(await browser.through(id))).data).toMatchObject({ userinfo: { id: student.id } })
    const row = await school.app.db.selectFrom('identities').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ subject, label: '林雨桐' })
    expect((await enter(await browser.through(id))).data).toMatchObject({ userinfo: { id: student.id } })
  })

  test('brings a code once, and one of another log-in never', async () => {
    const id = await provide({ kind, name, number_claim })
    await aUser(school.app.db, { student_no: '2026010301' })
    const begin = async () =>
      String((await browser.call('/api/user/provider_begin', { provider_id: id, door: 'student' })).data.url)
    const first = new URL(await browser.other.follow(await begin(), home))
    expect((await enter(await browser.comeBack(first.href))).data).toHaveProperty('userinfo')
    const second = new URL(await browser.other.follow(await begin(), home))
    const withCode = kind === 'dingtalk' ? 'authCode' : 'code'
    second.searchParams.set(withCode, first.searchParams.get(withCode) ?? '')
    expect((await enter(await browser.comeBack(second.href))).data.reason).toBe('PROVIDER_ANSWER')
    second.searchParams.delete(withCode)
    expect((await enter(await browser.comeBack(second.href))).data.reason).toBe('PROVIDER_STATE')
  })

  test('with a secret that is not taken is not set up, and says nothing of the secret', async () => {
    const id = await provide({ kind, name, number_claim, secret: 'an old secret' })
    const answer = await enter(await browser.through(id))
    expect(['PROVIDER_SETUP', 'PROVIDER_ANSWER']).toContain(answer.data.reason)
    expect(JSON.stringify(answer)).not.toContain('an old secret')
    const admin = await aUser(school.app.db, { roles: ['admin'] })
    const token = await school.signIn(admin, { audience: 'admin', role: 'admin' })
    const tested = await browser.call('/api/admin/provider/test', { id }, token)
    expect(tested.data.problem).toMatch(/^设置不对：/)
    expect(JSON.stringify(tested)).not.toContain('an old secret')
  })
})

test.each(kinds.filter(({ kind }) => kind !== 'feishu'))(
  '$name: an account outside the school is nobody here',
  async ({ kind, name, number_claim }) => {
    const id = await provide({ kind, name, number_claim })
    remote.present.isMember = false
    expect((await enter(await browser.through(id))).data.reason).toBe('PROVIDER_REFUSED')
  },
)

test('inside 企业微信 the log-in goes by the way that asks nothing', async () => {
  const id = await provide({ kind: 'wecom', is_silent: true })
  const begin = async (in_app: boolean) =>
    new URL(
      String((await browser.call('/api/user/provider_begin', { provider_id: id, door: 'student', in_app })).data.url),
    )
  const silent = await begin(true)
  expect(silent.pathname).toBe('/connect/oauth2/authorize')
  expect(silent.searchParams.get('scope')).toBe('snsapi_base')
  expect(silent.hash).toBe('#wechat_redirect')
  expect((await begin(false)).pathname).toBe('/wwlogin/sso/login')
})

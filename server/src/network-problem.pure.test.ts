import { expect, test } from 'vitest'
import { networkProblem } from './network-problem.ts'

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code })

test('an administrator reads in Chinese why a mail server or the address of the site does not answer', () => {
  const said = (error: unknown) => networkProblem(error)?.zh
  const unknown = withCode('getaddrinfo ENOTFOUND school.example', 'ENOTFOUND')
  expect(said(new TypeError('fetch failed', { cause: unknown }))).toBe(
    '查不到这个名字（DNS）：getaddrinfo ENOTFOUND school.example',
  )
  expect(said(withCode('Invalid login: 535 Authentication failed', 'EAUTH'))).toContain('邮件服务器不认用户名或密码')
  expect(said(withCode('Greeting never received', 'ETIMEDOUT'))).toContain('没有回答')
  // The mail library puts a code of its own over that of the connection.
  expect(said(withCode('self-signed certificate', 'ESOCKET'))).toContain('NODE_EXTRA_CA_CERTS')
  expect(said(withCode('ssl3_get_record:wrong version number', 'ESOCKET'))).toContain('那个端口说的不是TLS')
})

test('an error of another kind is left to its own words', () => {
  expect(networkProblem(new Error('database disk image is malformed'))).toBeNull()
  expect(networkProblem('stopped')).toBeNull()
})

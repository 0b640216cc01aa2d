import { expect, test } from 'vitest'
import { translated } from './db/errors.ts'
import { startProblems } from './start-problems.ts'

/** An error of a driver with its code. */
const refusedWith = (code: string, message: string): unknown => translated(Object.assign(new Error(message), { code }))

test('an operator whose database has no connection left is told so, not that it does not run', () => {
  for (const message of ['sorry, too many clients already', 'too many connections for role "guild"']) {
    const [problem, ...others] = startProblems(refusedWith('53300', message))
    expect(problem?.zh).toContain('max_connections')
    expect(problem?.en).toContain('max_connections')
    expect(others).toEqual([])
  }
  expect(startProblems(refusedWith('57P03', 'the database system is starting up'))[0]?.zh).toContain('是否在运行')
})

test('an operator whose database shows a certificate of the school is told where that certificate belongs', () => {
  const untrusted = startProblems(
    refusedWith('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate; if the root CA …'),
  )
  expect(untrusted).toMatchObject([{ zh: expect.stringContaining('NODE_EXTRA_CA_CERTS') }])
  const another = startProblems(refusedWith('ERR_TLS_CERT_ALTNAME_INVALID', 'Hostname/IP does not match'))
  expect(another).toMatchObject([{ zh: expect.stringContaining('不是给这个名字的') }])
})

import { expect, test } from 'vitest'
import { startupMessage } from './startup-message.ts'
import { testConfig } from './testing/test-app.ts'

const linksOf = (host: string): (string | undefined)[] => {
  const config = testConfig('data', { host, baseUrl: null })
  const said = startupMessage({ config, version: '1', port: 3000, hasAdminSite: true, setupKey: 'key' })
  return [...said.matchAll(/https?:\/\/\S+/g)].map(([link]) => URL.parse(link)?.href)
}

test('an operator of a machine with IPv6 alone can open each address that the start prints', () => {
  expect(linksOf('2001:db8::5')).toEqual([
    'http://[2001:db8::5]:3000/',
    'http://[2001:db8::5]:3000/admin/',
    'http://[2001:db8::5]:3000/admin/setup#k=key',
  ])
  expect(linksOf('10.0.0.5')[0]).toBe('http://10.0.0.5:3000/')
  expect(linksOf('::1')[0]).toBe('http://localhost:3000/')
})

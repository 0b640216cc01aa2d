import { isLocalAddress } from '@tongchuang/contract/web-address.ts'
import { expect, test } from 'vitest'
import { publicAddress } from './public-address.ts'

test('the address of the site is BASE_URL, then the setting, then where the request came in', () => {
  const base = { baseUrl: 'https://server.cn/xuehui' }
  const set = { base_url: 'https://set.cn/' }
  expect(publicAddress(base, set, 'http://localhost:3000')).toBe('https://server.cn/xuehui')
  expect(publicAddress({ baseUrl: null }, set, 'http://localhost:3000')).toBe('https://set.cn')
  expect(publicAddress({ baseUrl: null }, { base_url: '' }, 'http://localhost:3000')).toBe('http://localhost:3000')
  expect(publicAddress({ baseUrl: null }, { base_url: '' })).toBe('')
})

test.each([
  'http://localhost:3000/',
  'http://127.0.0.1',
  'http://127.4.0.1:80/x',
  'http://[::1]:3000/',
  'http://0.0.0.0/',
])('%s is for one machine', (address) => expect(isLocalAddress(address)).toBe(true))
test.each(['https://localhost.school.cn', 'http://10.0.0.2:3000', 'https://school.cn', ''])('%s is not', (address) =>
  expect(isLocalAddress(address)).toBe(false),
)

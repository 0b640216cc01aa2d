import { expect, test } from 'vitest'
import { idInAddress } from './id-in-address.ts'

test.each(['1', '17', '2147483647'])('an address that names %s names an id', (text) => {
  expect(idInAddress(text)).toBe(Number(text))
})

test.each([
  null,
  undefined,
  '',
  '0',
  '-1',
  '01',
  '1e3',
  '1.0',
  ' 1',
  '１',
  'new',
  '2147483648',
  '9999999999',
  '99999999999',
])('an address that names %j names none', (text) => {
  expect(idInAddress(text)).toBeUndefined()
})

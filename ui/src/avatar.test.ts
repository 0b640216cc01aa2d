import { expect, test } from 'vitest'
import { signOf } from './avatar.tsx'

test.each([
  ['林雨桐', '雨'],
  ['王一', '一'],
  ['欧阳思源', '思'],
  ['阿依古丽·买买提', '阿'],
  ['㓥小满', '小'],
  ['Lily Chen', 'L'],
  ['éva', 'É'],
  ['', '?'],
])('%s is drawn as %s', (name, sign) => {
  expect(signOf(name)).toBe(sign)
})

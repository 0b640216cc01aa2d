import { expect, test } from 'vitest'
import { plainName } from './names.ts'

test('a name is the same however a list aligns it and writes its dot', () => {
  expect(plainName('王　芳')).toBe(plainName('王芳'))
  for (const dot of ['•', '・', '．', '.', '‧']) expect(plainName(`阿依古丽${dot}买买提`)).toBe('阿依古丽·买买提')
})

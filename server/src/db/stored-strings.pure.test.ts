import { expect, test } from 'vitest'
import { storedStrings } from './stored-strings.ts'

test('a list of strings comes back as it was kept, and nothing else is taken for one', () => {
  const kept = ['', '一', 'a"b', '\u2028']
  expect(storedStrings(JSON.stringify(kept))).toEqual(kept)
  expect(storedStrings('["a", 1, null, {"b": "c"}]')).toEqual(['a'])
  expect([storedStrings('null'), storedStrings('{"0": "a"}')]).toEqual([[], []])
})

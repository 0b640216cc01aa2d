import { expect, test } from 'vitest'
import { taskTypeOf } from './task-type.ts'

test.each([
  [undefined, 'all'],
  [null, 'all'],
  ['0', 'all'],
  ['1', 'main'],
  ['2', 'side'],
  ['3', 'daily'],
  ['4', 'event'],
  ['event', 'event'],
  ['9', 'all'],
  ['Main', 'all'],
  ['weekly', 'all'],
])('an old or new link with the type %j shows %s', (given, shown) => {
  expect(taskTypeOf(given)).toBe(shown)
})

import { expect, test } from 'vitest'
import { secondsLeft } from './writing-pace.ts'

test('whoever writes too fast is told the seconds that are left of the window', () => {
  expect([secondsLeft(0, 60), secondsLeft(59_999, 60), secondsLeft(61_000, 60)]).toEqual([60, 1, 59])
})

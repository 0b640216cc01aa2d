import { expect, test } from 'vitest'
import { hueOf } from './hues.ts'

test('a guild whose hue this version does not know is drawn in the first one', () => {
  expect([hueOf('math'), hueOf('pink')]).toEqual(['math', 'tech'])
})

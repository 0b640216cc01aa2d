import { expect, test } from 'vitest'
import { guilds } from './en-US/guilds.ts'

test('a student who reads English has one point, or more points', () => {
  expect([0, 1, 2].map(guilds.score)).toEqual(['0 points this term', '1 point this term', '2 points this term'])
})

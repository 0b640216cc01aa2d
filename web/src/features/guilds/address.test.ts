import { expect, test } from 'vitest'
import { guildPath, typeFromPath } from './address.ts'

test.each([
  ['光影摄影公会', '/square/guild_details/7/%E5%85%89%E5%BD%B1%E6%91%84%E5%BD%B1%E5%85%AC%E4%BC%9A/all'],
  ['旧名/', '/square/guild_details/7/%E6%97%A7%E5%90%8D%2F/all'],
  ['100%', '/square/guild_details/7/100%25/all'],
  ['', '/square/guild_details/7/-/all'],
  ['..', '/square/guild_details/7/-/all'],
])('a guild called %j has one address', (name, path) => {
  expect(guildPath({ id: 7, name })).toBe(path)
})

test.each([
  ['main', 'main'],
  ['3', 'daily'],
  ['0', 'all'],
  ['9', 'all'],
  ['Main', 'all'],
  [undefined, 'all'],
])('an old link with the type %j shows %s', (part, type) => {
  expect(typeFromPath(part)).toBe(type)
})

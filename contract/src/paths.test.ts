import { expect, test } from 'vitest'
import { adminPaths, paths } from './paths.ts'

test.each([
  ['光影摄影公会', '/square/guild_details/7/%E5%85%89%E5%BD%B1%E6%91%84%E5%BD%B1%E5%85%AC%E4%BC%9A/all'],
  ['旧名/', '/square/guild_details/7/%E6%97%A7%E5%90%8D%2F/all'],
  ['100%', '/square/guild_details/7/100%25/all'],
  ['', '/square/guild_details/7/-/all'],
  ['..', '/square/guild_details/7/-/all'],
])('a guild called %j has one address', (name, path) => {
  expect(paths.guild({ id: 7, name })).toBe(path)
})

test('a link to a task keeps the chosen type, and says nothing of all of them', () => {
  expect(paths.task({ guild: 6, task: 31, type: 'side' })).toBe('/square/task_detail/6?task=31&type=side')
  expect(paths.submit({ guild: 6, task: 31, type: 'all' })).toBe('/square/task_detail/submit/6?task=31')
  expect(paths.post({ guild: 6, task: 31, post: 5 })).toBe('/square/task_detail/6?task=31#discussion-5')
  expect(adminPaths.post({ guild: 6, post: 5 })).toBe(`${adminPaths.moderation('posts', 6)}&post=5`)
})

test('what is not asked for does not stand in an address', () => {
  expect([
    paths.login(),
    paths.search(),
    paths.guilds(),
    adminPaths.people(),
    adminPaths.moderation('posts', ''),
  ]).toEqual(['/login', '/square/search', '/tradeunion/index', '/people', '/moderation/posts'])
})

test('a page to come back to is carried as it was', () => {
  expect(paths.login('/square/search?q=a&kind=task')).toBe('/login?redirect=%2Fsquare%2Fsearch%3Fq%3Da%26kind%3Dtask')
})

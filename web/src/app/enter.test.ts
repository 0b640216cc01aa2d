// @vitest-environment happy-dom
import { paths } from '@tongchuang/contract/paths.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { expect, test } from 'vitest'
import { afterLogin, enter } from './enter.ts'
import { table } from './table.ts'

test('a student who follows a link to a post while logged out is led to that post after the log-in', async () => {
  studentSession.end()
  const post = paths.post({ guild: 3, task: 7, post: 12 })
  history.replaceState(null, '', post)
  const [page] = table.filter(({ name }) => name === 'taskDetail')
  if (!page) throw new Error('no such page')
  const request = new Request(new URL(post, location.href))
  const answer = await enter(page)({ request, params: {}, context: undefined } as never)
  const to = new URL((answer as Response).headers.get('location') ?? '', location.href)
  expect(to.pathname).toBe('/login')
  expect(afterLogin(to.search)).toBe(post)
})

// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aPost, aThread, openDiscussion } from './testing/open-discussion.tsx'

let seen: string[]
beforeEach(() => {
  seen = []
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
    seen.push(this.id)
  })
})
afterEach(() => vi.restoreAllMocks())

const at = (post: number) => `/square/task_detail/4?task=3#discussion-${post}`

test.each([
  ['the post', 7, 'discussion-7'],
  ['the discussion, where the post is gone,', 99, 'discussion'],
])('a student who follows a notice about a post is brought to %s', async (_, post, id) => {
  const page = await openDiscussion(async () => 'NOT_FOUND', at(post))
  expect(new Set(seen)).toEqual(new Set([id]))
  await page.close()
})

const first = [8, 9, 10].map((id) => aPost(id, `第${id}条`))
const thread = aThread(7, '7 + 8 = ?', first, 'behind-10')

test('a student who follows a notice about a reply further on is brought to that reply', async () => {
  const page = await openDiscussion(
    async (_, { parent_id, post_id, after }) => {
      if (post_id === 31) return [thread]
      return parent_id === 7 && after === 'behind-10' ? [aPost(31, '第三十一条')] : null
    },
    at(31),
    [thread],
  )
  await page.seen(() => page.all('[id=discussion-31]').length, 1)
  expect(seen.at(-1)).toBe('discussion-31')
  await page.close()
})

test('a student who follows a notice about a question that the list does not reach finds it above the others', async () => {
  const page = await openDiscussion(
    async (_, { post_id }) => (post_id === 2 ? [aThread(2, '很早的问题')] : null),
    at(2),
  )
  await page.seen(() => page.all('article').map((one) => one.textContent.includes('很早的问题')), [true, false])
  expect(seen.at(-1)).toBe('discussion-2')
  await page.close()
})

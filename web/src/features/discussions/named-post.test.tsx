// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { openDiscussion } from './testing/open-discussion.tsx'

afterEach(() => vi.restoreAllMocks())

test.each([
  ['the post', '#discussion-7', 'discussion-7'],
  ['the discussion, where the post is among the further replies,', '#discussion-99', 'discussion'],
])('a student who follows a notice about a post is brought to %s', async (_, hash, id) => {
  const seen: string[] = []
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
    seen.push(this.id)
  })
  const page = await openDiscussion(async () => null, `/square/task_detail/4?task=3${hash}`)
  expect(seen).toEqual([id])
  await page.close()
})

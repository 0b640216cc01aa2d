import type { Locator, Page } from '@playwright/test'

/** The discussion below a task. */
export const discussionOf = (page: Page) => {
  const section = page.getByRole('region', { name: /^讨论/ })
  return {
    section,
    ask: section.getByRole('textbox', { name: '提一个问题，或说说你的发现' }),
    /** A question with its replies, by its first words. */
    thread: (words: string) => section.getByRole('article', { name: `提问：${words}` }),
    /** Opens the menu of a post and chooses. */
    choose: async (post: Locator, name: string) => {
      await post.getByRole('button', { name: '更多操作' }).first().click()
      await post.getByRole('region', { name: '更多操作' }).getByRole('button', { name, exact: true }).click()
    },
  }
}

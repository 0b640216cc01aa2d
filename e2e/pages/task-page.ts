import type { Page } from '@playwright/test'

/** The page of one task. */
export const taskPage = (page: Page) => ({
  open: (guild: number, task?: number) =>
    page.goto(`/square/task_detail/${guild}${task === undefined ? '' : `?task=${task}`}`),
  title: page.getByRole('heading', { level: 1 }),
  /** The state as a word in the head; the map says it as well. */
  state: page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) }),
  button: (name: string) => page.getByRole('button', { name, exact: true }),
  link: (name: string) => page.getByRole('link', { name, exact: true }),
  dialog: page.getByRole('dialog'),
  /** Opens the menu of what else can be done, and chooses. */
  choose: async (name: string) => {
    await page.getByRole('button', { name: '更多', exact: true }).click()
    await page.getByRole('region', { name: '更多' }).getByRole('button', { name, exact: true }).click()
  },
})

import type { Page } from '@playwright/test'

/** The list of guilds and the page of one. */
export const guildsPage = (page: Page) => ({
  open: (query = '') => page.goto(`/tradeunion/index${query}`),
  openGuild: (id: number, name = '-', type = 'all') =>
    page.goto(`/square/guild_details/${id}/${encodeURIComponent(name)}/${type}`),
  title: page.getByRole('heading', { level: 1 }),
  search: page.getByRole('searchbox', { name: '搜索公会' }),
  code: page.getByRole('textbox', { name: '有邀请码？' }),
  /** The row of a guild the student is not in. */
  row: (name: string) =>
    page
      .getByRole('region', { name: '还没加入' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name }) }),
  /** The card of a guild the student is in. */
  card: (name: string) =>
    page
      .getByRole('region', { name: '我的公会' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name }) }),
  dialog: page.getByRole('dialog'),
})

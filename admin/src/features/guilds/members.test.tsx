// @vitest-environment happy-dom
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Members } from './members.tsx'
import type { Guild } from './queries.ts'

beforeAll(() => loadTexts('zh-CN'))

const openMembers = async (lead: boolean, address = '/') => {
  const nobody = { list: [], total: 0, next: null }
  connect(async ({ path }) => ({
    ...{ code: 1, msg: '', time: 0 },
    data: path === guildPeople.members.path ? nobody : [],
  }))
  const guild = { id: 4, name: '一班', status: 'active', may: { lead } } as unknown as Guild
  const page = await openPage(<Members guild={guild} />, address)
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  return page
}

const ways = (page: Awaited<ReturnType<typeof openMembers>>) => page.all('a').map((link) => link.getAttribute('href'))

test('a teacher whose new guild is empty comes from there to the import of its list, with the guild chosen', async () => {
  const page = await openMembers(true)
  expect(document.body.textContent).toContain('还没有成员')
  expect(ways(page)).toEqual(['/people/import?guild=4'])
  await page.close()
})

test('an assistant, and a teacher who looks for somebody in vain, is not sent to an import', async () => {
  for (const page of [await openMembers(false), await openMembers(true, '/?q=张')]) {
    expect(ways(page)).toEqual([])
    await page.close()
  }
})

// @vitest-environment happy-dom
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { guildsAdmin } from '@tongchuang/contract/guilds.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { toasts } from '@tongchuang/ui/toast.ts'
import type { ReactNode } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Members } from './members.tsx'
import { Requests } from './requests.tsx'

beforeAll(() => loadTexts('zh-CN'))

const openMembers = async (lead: boolean, address = '/') => {
  const nobody = { list: [], total: 0, next: null }
  connect(async ({ path }) => ({
    ...{ code: 1, msg: '', time: 0 },
    data: path === guildPeople.members.path ? nobody : [],
  }))
  const guild = sampleOf(guildSettings.detail.output, { id: 4, name: '一班', status: 'active', may: { lead } })
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

const listed: readonly string[] = [guildPeople.members.path, guildsAdmin.joinRequests.path]

/** A guild of which a colleague has settled meanwhile what is still on this page. */
const outdated = async (
  shown: ReactNode,
  list: object[],
  { next = null, at = '/' }: { next?: string | null; at?: string } = {},
) => {
  toasts.set([])
  const sent: object[] = []
  connect(async ({ path, method, input }) => {
    const answer = (data: object) => ({ code: 1 as const, msg: '', time: 0, data })
    if (method === 'GET') return answer(listed.includes(path) ? { list, next } : [])
    sent.push(input)
    return answer({ answered: 0, changed: 0, invited: 0 })
  })
  const page = await openPage(shown, at)
  const settle = () => page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  await settle()
  const press = async (name: string) => {
    await page.doing(() => page.named('button', name).click())
    await settle()
  }
  return { page, sent, press, settle }
}
const may = { lead: true, admit: true }
const guild = sampleOf(guildSettings.detail.output, { id: 4, name: '一班', status: 'active', may })
const said = () => toasts.get().map(({ kind, text }) => [kind, text])
const asking = (user_id: number) => ({
  user_id,
  real_name: `学生${user_id}`,
  nickname: '',
  message: '',
  created_at: '2026-10-12T01:00:00.000Z',
})

test('a teacher who answers a request that a colleague has answered reads that, and not that it is done', async () => {
  const { page, press } = await outdated(<Requests guild={guild} />, [asking(1)])
  await press('通过学生1')
  expect(said()).toEqual([['info', '已经有人处理过了']])
  await page.close()
})

test('a teacher who lets in those who are listed reads how many they are, where more wait', async () => {
  const { page, sent, press } = await outdated(<Requests guild={guild} />, [asking(1), asking(2)], { next: 'more' })
  await press('通过前2个')
  expect(sent).toMatchObject([{ user_ids: [1, 2] }])
  await page.close()
})

test('a teacher who brings back students who are back already reads that nothing has changed', async () => {
  const back = { ...asking(1), experience: 0, level: 1, student_no: '', organization_name: '' }
  const { page, press } = await outdated(<Members guild={guild} />, [back], { at: '/?status=left' })
  await page.doing(() => page.all('tbody input')[0]?.click())
  await press('恢复为成员')
  expect(said()).toEqual([['info', expect.stringContaining('没有改动：已在公会里')]])
  await page.close()
})

test('of a guild of more than a hundred as many are picked as can be removed at once, and the page counts them', async () => {
  const list = Array.from({ length: 120 }, (_, at) => ({
    ...asking(at + 1),
    ...{ experience: 0, level: 1, student_no: '', organization_name: '' },
  }))
  const { page } = await outdated(<Members guild={guild} />, list)
  const all = elementOf(HTMLInputElement, page.all('thead input')[0])
  await page.doing(() => all.click())
  expect([all.checked, page.all('fieldset b').map((one) => one.textContent)]).toEqual([true, ['已选100人']])
  await page.doing(() => page.all('tbody input')[110]?.click())
  expect(page.all('fieldset b').map((one) => one.textContent)).toEqual(['已选100人'])
  await page.close()
})

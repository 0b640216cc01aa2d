// @vitest-environment happy-dom
import { announcementsAdmin } from '@tongchuang/contract/announcements.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { MeContext } from '@tongchuang/ui/me.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Announcements } from './announcements.tsx'

const announcement = (id: number, title: string) => ({
  ...{ id, title, content: '带U盘。', content_html: '<p>带U盘。</p>', created_at: '2026-11-01T00:00:00.000Z' },
  ...{ publish_at: null, published_at: '2026-11-01T00:00:00.000Z', pinned: false, pinned_until: null, tells: true },
  ...{ takes_replies: false, replied: 0, seen: 0, taken_back: false, waits: false, author: '陈立群', base_version: 0 },
})

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => {
  localStorage.clear()
  const list = [announcement(1, '周五改到机房'), announcement(2, '带上U盘')]
  connect(async ({ path }) => ({
    ...{ code: 1, msg: '', time: 0 },
    data:
      path === announcementsAdmin.list.path
        ? { list, total: 2, next: null }
        : { members: 30, mail: 0, groups: 0, pinned: null },
  }))
})

const openAnnouncements = async () => {
  const guild = sampleOf(guildSettings.detail.output, {
    id: 4,
    status: 'active',
    member_count: 30,
    may: { lead: true },
  })
  const page = await openPage(
    <MeContext value={aMe({ id: 11 })}>
      <Announcements guild={guild} />
    </MeContext>,
  )
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  const press = (one: HTMLElement) =>
    page.doing(() => {
      one.focus()
      one.click()
    })
  return { page, press }
}

test('a teacher who changes an announcement far down is in its title, and back at it when done', async () => {
  const { page, press } = await openAnnouncements()
  const change = page.all('button').filter(({ textContent }) => textContent === '修改')[1]!
  await press(change)
  const title = elementOf(HTMLInputElement, document.activeElement)
  expect(title.tagName).toBe('INPUT')
  expect(title.value).toBe('带上U盘')
  await press(page.named('button', '取消'))
  expect(document.activeElement).toBe(change)
  await page.close()
})

test('a teacher who writes an announcement is in its title, and back at the button when done', async () => {
  const { page, press } = await openAnnouncements()
  await press(page.named('button', '写公告'))
  expect(document.activeElement?.tagName).toBe('INPUT')
  await press(page.named('button', '取消'))
  expect(document.activeElement?.textContent).toBe('写公告')
  await page.close()
})

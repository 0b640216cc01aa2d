// @vitest-environment happy-dom
import { announcementsAdmin } from '@tongchuang/contract/announcements.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { sampleOf, sentWith } from '@tongchuang/contract/testing/sample.ts'
import { MeContext } from '@tongchuang/ui/me.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { pasteText } from '@tongchuang/ui/testing/paste.ts'
import { useLayoutEffect, useState } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { AnnouncementEditor } from './announcement-editor.tsx'
import type { Announcement } from './queries.ts'

let sent: unknown[] = []
let letArrive: () => void = () => undefined

const open = (user_id = 11) =>
  openPage(
    <MeContext value={aMe({ id: user_id })}>
      <AnnouncementEditor
        guild={sampleOf(guildSettings.detail.output, { id: 4 })}
        before={null}
        onDone={() => undefined}
      />
    </MeContext>,
  )
type Page = Awaited<ReturnType<typeof open>>

const field = (page: Page, selector: string) => {
  const found = page.all(selector)[0]
  if (!(found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement)) throw new Error(selector)
  return found
}
const type = (page: Page, selector: string, text: string) =>
  page.doing(() => {
    const at = field(page, selector)
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(at), 'value')?.set?.call(at, text)
    at.dispatchEvent(new Event('input', { bubbles: true }))
  })
const switches = (page: Page) => page.all('[role=switch]').map((one) => one.getAttribute('aria-checked'))
const settle = (page: Page) => page.doing(() => new Promise((resolve) => setTimeout(resolve)))

/** Words for the class meeting, to go out in the morning, on top, told to nobody, with replies. */
const write = async (page: Page) => {
  await type(page, 'input:not([type])', '家长会')
  await type(page, 'textarea', '周五晚上七点。')
  await page.doing(() => page.named('[role=radio], button, label', '定时').click())
  await type(page, 'input[type=datetime-local]', '2026-12-04T08:00')
  for (const at of [0, 1, 2]) await page.doing(() => page.all('[role=switch]')[at]?.click())
}

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => {
  localStorage.clear()
  sent = []
  connect(async ({ path, input }) => {
    if (path === announcementsAdmin.reach.path)
      return { code: 1, msg: '', time: 0, data: { members: 30, mail: 2, groups: 0, pinned: null } }
    sent.push(input)
    await new Promise<void>((resolve) => (letArrive = resolve))
    return { code: 1, msg: '', time: 0, data: { id: 1 } }
  })
})

test('a timed announcement keeps its time and what was chosen over a reload: it does not go out at once', async () => {
  const before = await open()
  await write(before)
  const chosen = switches(before)
  await before.close()
  const page = await open()
  expect(field(page, 'input[type=datetime-local]').value).toBe('2026-12-04T08:00')
  expect(switches(page)).toEqual(chosen)
  await page.doing(() => page.all('form')[0]?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  expect(sent).toMatchObject([
    { title: '家长会', content: '周五晚上七点。', tells: false, pinned: true, takes_replies: true },
  ])
  expect(sentWith(announcementsAdmin.save, sent[0]).publish_at).toMatch(/^2026-12-0/)
  await settle(page)
  expect(field(page, 'textarea').readOnly).toBe(true)
  await page.close()
  // The request arrived after the editor was closed, so no draft remains that could be sent a second time.
  letArrive()
  await settle(page)
  expect(localStorage).toHaveLength(0)
})

test('the next member of staff in this browser does not see the announcement written before', async () => {
  const before = await open()
  await write(before)
  await before.close()
  const page = await open(12)
  expect(field(page, 'textarea').value).toBe('')
  await page.close()
})

test('an announcement for a time whose time is missing goes out at no time, not at once', async () => {
  const page = await open()
  await write(page)
  await type(page, 'input[type=datetime-local]', '')
  await page.doing(() => page.all('form')[0]?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  expect(sent).toEqual([])
  await page.close()
})

const known = sampleOf(announcementsAdmin.list.output.properties.list.items, {
  ...{ id: 9, title: '周六外拍', content: '带相机', base_version: 2, pinned: true, pinned_until: null, tells: true },
  ...{ publish_at: null, published_at: '2026-11-20T00:00:00.000Z', takes_replies: true },
})
const change = (before: Announcement) => (
  <MeContext value={aMe({ id: 11 })}>
    <AnnouncementEditor
      guild={sampleOf(guildSettings.detail.output, { id: 4 })}
      before={before}
      onDone={() => void (isDone = true)}
    />
  </MeContext>
)
const submit = (page: Page) =>
  page.doing(() => page.all('form')[0]?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
let isDone = false

test('a teacher who corrects the title of an announcement sends that alone, from what they read', async () => {
  const page = await openPage(change(known))
  await submit(page)
  expect([sent, isDone]).toEqual([[], true])
  await type(page, 'input:not([type])', '周日外拍')
  await submit(page)
  await settle(page)
  await page.doing(() => page.all('[role=switch]')[1]?.click())
  expect(switches(page)).toEqual(['true', 'true'])
  expect(sent).toEqual([{ guild_id: 4, id: 9, base_version: 2, title: '周日外拍' }])
  await page.close()
})

test('after a colleague’s change the words stay, with what the colleague changed beside them, and can be saved', async () => {
  let show: (before: Announcement) => void = () => undefined
  const newest = { ...known, content: '带三脚架', pinned: false, base_version: 3 }
  connect(async ({ path, input }) => {
    if (path === announcementsAdmin.reach.path)
      return { code: 1, msg: '', time: 0, data: { members: 30, pinned: null } }
    sent.push(input)
    if (input.base_version === 3) return { code: 1, msg: '', time: 0, data: newest }
    // The page reloads what it shows before it reads this answer.
    show(newest)
    return { code: 0, msg: '在别处改过', time: 0, data: { reason: 'CONFLICT', theirs: newest } }
  })
  const Shown = () => {
    const [before, set] = useState(known)
    useLayoutEffect(() => void (show = set), [])
    return change(before)
  }
  const page = await openPage(<Shown />)
  await type(page, 'input:not([type])', '周日外拍')
  isDone = false
  await submit(page)
  await settle(page)
  expect([field(page, 'input:not([type])').value, field(page, 'textarea').value]).toEqual(['周日外拍', '带三脚架'])
  expect([switches(page), isDone]).toEqual([['false', 'true'], false])
  await submit(page)
  await settle(page)
  expect(sent[1]).toEqual({ guild_id: 4, id: 9, base_version: 3, title: '周日外拍' })
  expect([isDone, localStorage.length]).toEqual([true, 0])
  await page.close()
})

test('a timetable that a teacher pastes into an announcement is a table of it, and words stay words', async () => {
  const page = await open()
  await type(page, 'textarea', '安排如下：')
  const area = field(page, 'textarea')
  area.setSelectionRange(area.value.length, area.value.length)
  await page.doing(() => void pasteText(area, '时间\t地点\n周一\t101\n'))
  expect(field(page, 'textarea').value).toBe('安排如下：\n\n| 时间 | 地点 |\n| --- | --- |\n| 周一 | 101 |')
  expect(pasteText(area, '请准时')).toBe(true)
  await page.close()
})

// @vitest-environment happy-dom
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { MeContext } from '@tongchuang/ui/me.tsx'
import { RoleContext } from '@tongchuang/ui/permission.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { HomeOverview } from './home-overview.tsx'

beforeAll(() => loadTexts('zh-CN'))

const nothing = {
  ...{ resume: null, waiting: { total: 0, tasks: [] }, due: { total: 0, tasks: [] } },
  ...{ missing: { total: 0, people: [] }, anomalies: [], assistants: [], checklist: null },
  ...{ inbox: { joins: 0, extensions: 0, appeals: 0, notes: 0, reports: 0, held: 0, entered: 0 } },
  entered_guild_id: null,
  ...{ oldest_appeal_at: null, oldest_report_at: null },
}

/** What the page has read. */
let read: string[] = []

const openHome = async (role: 'admin' | 'teacher' | 'assistant', guilds: number, home: object = nothing) => {
  const led = Array.from({ length: guilds }, (_, at) => ({ id: 6 + at }))
  const ofPath = (path: string) =>
    path === schoolAdmin.home.path ? home : path === guildSettings.list.path ? { list: led, next: null } : []
  read = []
  connect(async ({ path }) => {
    read.push(path)
    return { code: 1, msg: '', time: 0, data: ofPath(path) }
  })
  const page = await openPage(
    <MeContext value={aMe({ id: 1, nickname: '王老师', role, guilds })}>
      <RoleContext value={role}>
        <HomeOverview />
      </RoleContext>
    </MeContext>,
  )
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  return page
}

test('a teacher who has no guild yet reads on the first page what comes first, and is a press away from it', async () => {
  const page = await openHome('teacher', 0)
  expect(document.body.textContent).toContain('你还没有公会')
  expect(page.named('a', '去建公会').getAttribute('href')).toBe('/guilds')
  expect(document.body.textContent).not.toContain('没有等着批的作品')
  await page.close()
})

test('an assistant without a guild reads who brings them into one, and is sent to no page on which they can make none', async () => {
  const page = await openHome('assistant', 0)
  expect(document.body.textContent).toContain('老师把你加进公会以后')
  expect(page.all('a').map(({ textContent }) => textContent)).not.toContain('去建公会')
  await page.close()
})

test('a teacher of a guild in which nothing waits reads that nothing waits', async () => {
  const page = await openHome('teacher', 1)
  expect(document.body.textContent).toContain('没有等着批的作品')
  expect(document.body.textContent).not.toContain('你还没有公会')
  await page.close()
})

test.each([
  [1, 'the list of its students', '/people/import?guild=6'],
  [2, 'a list that says whose students they are', '/people/import'],
])('an administrator with %i guilds and no students is led to %s', async (guilds, _, list) => {
  const checklist = { guild: true, people: false, task: false, joined: false, backup: false }
  const page = await openHome('admin', guilds, { ...nothing, checklist })
  const lists = () => page.all('ol a').map((link) => link.getAttribute('href'))
  // The guilds are read once the steps are there.
  await page.doing(() => expect.poll(() => read).toContain(guildSettings.list.path))
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  await page.doing(() => expect.poll(lists).toContain(list))
  await page.close()
})

// @vitest-environment happy-dom
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

const home = {
  ...{ resume: null, waiting: { total: 0, tasks: [] }, due: { total: 7, tasks: [] } },
  ...{ missing: { total: 0, people: [] }, anomalies: [], assistants: [], checklist: null },
  ...{ oldest_appeal_at: null, oldest_report_at: null },
}

/** The addresses on the first page of a teacher, by the words of their links. */
const linksOf = async (entered: number | null, entered_guild_id: number | null) => {
  const inbox = { joins: 0, extensions: 0, appeals: 0, notes: 0, reports: 0, held: 0, entered }
  connect(async ({ path }) => ({
    ...{ code: 1, msg: '', time: 0 },
    data: path === schoolAdmin.home.path ? { ...home, inbox, entered_guild_id } : [],
  }))
  const page = await openPage(
    <MeContext value={aMe({ id: 1, role: 'teacher', guilds: 2 })}>
      <RoleContext value="teacher">
        <HomeOverview />
      </RoleContext>
    </MeContext>,
  )
  await page.doing(() => expect.poll(() => document.body.textContent).toContain('等我回复'))
  const links = Object.fromEntries(page.all('a').map((link) => [link.textContent, link.getAttribute('href')]))
  await page.close()
  return links
}

test('a teacher who presses the number of tasks due soon comes to these tasks', async () => {
  expect(await linksOf(0, null)).toMatchObject({ '7个': '/tasks?status=soon&sort=due' })
})

test('a teacher with entered results that are not released is led to the grid that has them', async () => {
  expect(await linksOf(4, 3)).toMatchObject({ 登好未公布的成绩4: '/grades?show=held&guild=3' })
  expect(await linksOf(4, null)).toMatchObject({ 登好未公布的成绩4: '/grades?show=held' })
  expect(Object.keys(await linksOf(null, null)).join()).not.toContain('登好未公布')
})

// @vitest-environment happy-dom
import { auditAdmin } from '@tongchuang/contract/audit.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { AuditList } from './audit-list.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('an administrator whose address has a year that is half typed reads the whole list until it is a year', async () => {
  const asked: unknown[] = []
  connect(async ({ path, input }) => {
    if (path !== auditAdmin.list.path) return { code: 1, msg: '', time: 0, data: { list: [], next: null } }
    asked.push(input)
    return { code: 1, msg: '', time: 0, data: { list: [], total: 0, next: null } }
  })
  const page = await openPage(<AuditList />, '/audit?from=0202-11-24&to=2026-11-24')
  expect(page.all('input[type=date]').map((one) => elementOf(HTMLInputElement, one).value)).toEqual([
    '0202-11-24',
    '2026-11-24',
  ])
  expect(asked).toEqual([{ to: '2026-11-24T16:00:00.000Z', limit: 50 }])
  await page.close()
})

test('an administrator finds what was done in a guild that is archived, and reads by which guild the list is filtered', async () => {
  const guilds = [
    { id: 7, name: '上学年', status: 'archived' },
    { id: 6, name: '高一（1）班', status: 'active' },
  ]
  connect(async ({ path }) => {
    const list = path === guildSettings.list.path ? guilds : []
    return { code: 1, msg: '', time: 0, data: { list, total: 0, next: null } }
  })
  const shown = async (at: string) => {
    const page = await openPage(<AuditList />, at)
    const field = () => elementOf(HTMLSelectElement, page.all('#audit-guild')[0])
    await page.doing(() => expect.poll(() => field().options.length).toBeGreaterThan(2))
    const chosen = field().selectedOptions[0]?.text
    await page.close()
    return chosen
  }
  expect(await shown('/audit?guild=7')).toBe('上学年')
  expect(await shown('/audit?guild=99')).toBe('#99')
})

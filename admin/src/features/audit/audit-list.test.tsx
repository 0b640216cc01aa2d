// @vitest-environment happy-dom
import { auditAdmin } from '@tongchuang/contract/audit.admin.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { AuditList } from './audit-list.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('an administrator whose address has a year that is half typed reads the whole list until it is a year', async () => {
  const asked: unknown[] = []
  connect(async ({ path, input }) => {
    if (path !== auditAdmin.list.path) return { code: 1, msg: '', time: 0, data: [] }
    asked.push(input)
    return { code: 1, msg: '', time: 0, data: { list: [], total: 0, next: null } }
  })
  const page = await openPage(<AuditList />, '/audit?from=0202-11-24&to=2026-11-24')
  expect(page.all('input[type=date]').map((one) => (one as HTMLInputElement).value)).toEqual([
    '0202-11-24',
    '2026-11-24',
  ])
  expect(asked).toEqual([{ to: '2026-11-24T16:00:00.000Z', limit: 50 }])
  await page.close()
})

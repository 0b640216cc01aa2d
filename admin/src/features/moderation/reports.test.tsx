// @vitest-environment happy-dom
import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { toasts } from '@tongchuang/ui/toast.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Reports } from './reports.tsx'

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => toasts.set([]))

const report = {
  ...{ id: 3, target: 'submit', target_id: 9, guild_id: 6, guild: '摄影社', status: 'open', people: 1, task_id: 4 },
  ...{ content_html: '<p>合影</p>', writer: { nickname: '小许', real_name: '许安' }, anonymous: false, task: '夜景' },
  ...{ context: '合影', reports: [], created_at: '2026-10-12T01:00:00.000Z', decided_at: null },
}

test('a teacher who keeps what a colleague has just hidden reads that it is hidden', async () => {
  connect(async ({ path }) => {
    const answer = (data: object) => ({ code: 1 as const, msg: '', time: 0, data })
    if (path === discussionsAdmin.decide.path) return answer({ status: 'hidden', answered: 0 })
    return answer({ list: path === discussionsAdmin.reports.path ? [report] : [], next: null })
  })
  const page = await openPage(<Reports />)
  await page.doing(() => expect.poll(() => page.all('li[aria-label]').length).toBe(1))
  await page.doing(() => page.all('footer button')[0]?.click())
  await page.doing(() => expect.poll(() => toasts.get().length).toBe(1))
  expect(toasts.get()).toMatchObject([{ kind: 'info', text: '同事已经处理：隐藏了' }])
  await page.close()
})

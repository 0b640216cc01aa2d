// @vitest-environment happy-dom
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { MissingList } from './missing-list.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('a press for one student who has handed in meanwhile reminds nobody else; the next one is for all', async () => {
  const student = { user_id: 1, real_name: '林雨桐', nickname: '', student_no: '', class_name: '' }
  const list = [{ student, task_id: 5, guild_id: 1, guild_name: '一班', state: 'doing', reminded_at: null }]
  const asked: unknown[] = []
  connect(async ({ path, input }) => {
    const answer = (data: object) => ({ code: 1 as const, msg: '', time: 0, data })
    if (path !== reviewToolsAdmin.remind.path) return answer({ list, total: 1, next: null, can_remind: [] })
    asked.push(input)
    return answer({ people: 1, classes: [] })
  })
  const page = await openPage(<MissingList of={{ task_id: 5 }} may_lead={false} student={2} />)
  const settle = () => page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  const press = async () => {
    await page.doing(() => page.named('fieldset button', '催').click())
    await settle()
  }
  await settle()
  await press()
  expect(asked).toEqual([])
  await press()
  expect(asked).toEqual([{ task_id: 5 }])
  await page.close()
})

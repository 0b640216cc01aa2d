// @vitest-environment happy-dom
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { focusManager } from '@tanstack/react-query'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../locales/texts.ts'
import { RosterImportPage } from './roster-import-page.tsx'

beforeAll(() => loadTexts('zh-CN'))

const read = {
  ...{ id: 3, state: 'read', guild_id: 6, guild_name: '高一（1）班', file_name: '名单.xlsx', encoding: 'xlsx' },
  ...{ columns: ['学号', '姓名', '班'], not_read: [], has_header: true, head_line: 1, sheets: [], sheet: 0 },
  ...{ mapping: { student_no: 0, real_name: 1, class_name: null, gender: null, email: null }, sample: [] },
  ...{ sample_lines: [], row_count: 30, counts: null, new_staff: 0, guilds: { new: 0, known: 0 }, done: 0 },
}

test('a teacher who looks into the file meanwhile, and comes back where the network is gone, has the columns still chosen', async () => {
  let isDown = false
  let asked = 0
  connect(async ({ path }) => {
    if (path === rosterAdmin.get.path) asked += 1
    if (isDown) throw new Error('the line is broken')
    return { code: 1, msg: '', time: 0, data: path === rosterAdmin.get.path ? read : { list: [], next: null } }
  })
  const page = await openPage(<RosterImportPage />, '/people/import?id=3')
  const columns = () => page.all('select').map((one) => elementOf(HTMLSelectElement, one).value)
  await page.doing(() => expect.poll(columns).toHaveLength(7))
  await page.doing(() => {
    const choice = elementOf(HTMLSelectElement, page.all('select')[3])
    choice.value = '2'
    choice.dispatchEvent(new Event('change', { bubbles: true }))
  })
  isDown = true
  await page.doing(() => {
    focusManager.setFocused(false)
    focusManager.setFocused(true)
  })
  await page.doing(() => expect.poll(() => asked).toBe(2))
  expect(columns()[3]).toBe('2')
  await page.close()
  focusManager.setFocused(undefined)
})

test('a teacher who follows a link to a list that is not there reads that it is not there', async () => {
  connect(async () => ({ code: 0, msg: '没有找到', time: 0, data: { reason: 'NOT_FOUND' } }))
  const page = await openPage(<RosterImportPage />, '/people/import?id=99')
  await page.doing(() => expect.poll(() => document.body.textContent).toContain('页面不存在'))
  expect(page.all('[role="alert"]')).toEqual([])
  await page.close()
})

test('a teacher whose import is gone is led to a new one', async () => {
  connect(async () => ({ code: 0, msg: '内容不存在或已被移走', time: 0, data: { reason: 'NOT_FOUND' } }))
  const page = await openPage(<RosterImportPage />, '/people/import?id=3')
  await page.doing(() => expect.poll(() => page.all('a').length).toBeGreaterThan(0))
  expect(page.named('a', '导入名单').getAttribute('href')).toBe('/people/import')
  await page.close()
})

// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Outcome, Undone } from './outcome.tsx'
import type { RosterImport } from './queries.ts'

const done: RosterImport = {
  ...{ id: 1, state: 'applied', guild_id: null, guild_name: null, file_name: '', encoding: 'utf-8', columns: [] },
  not_read: [],
  ...{ has_header: true, head_line: 1, sheets: [], sheet: null, mapping: null, sample: [], sample_lines: [] },
  ...{
    row_count: 1,
    counts: null,
    new_staff: 0,
    guilds: { new: 0, known: 0 },
    absent: { count: 0, people: [] },
    done: 1,
    left: [],
    guilds_left: [],
    created_by: '',
  },
  ...{ created_at: '2026-09-01T00:00:00Z', applied_at: null, undo_until: null, has_slips: false },
}

const shown = async (one: RosterImport) => {
  connect(async () => ({ code: 1, msg: '', time: 0, data: { list: [], total: 0, next: null } }))
  const page = await openPage(<Outcome one={one} />)
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  const text = document.body.textContent
  await page.close()
  return text
}

test('whoever could take nothing of a list back reads why, and who stays', async () => {
  const left = [{ student_no: '0012', real_name: '林雨桐' }]
  await loadTexts('zh-CN')
  expect(await shown(done)).not.toContain('没有能撤销的')
  expect(await shown({ ...done, left })).toMatch(/没有能撤销的：这1名学生.*0012 林雨桐/)
  await loadTexts('en-US')
  expect(await shown({ ...done, left })).toMatch(/Nothing could be undone. 1 student logged in.*0012 林雨桐/)
})

test('whoever imported the other rows first can still save those that were left out, to put them right', async () => {
  await loadTexts('zh-CN')
  const counts = { new: 5, joins: 0, invited: 0, changed: 0, same: 0, bad: 2 }
  expect(await shown({ ...done, counts })).toContain('下载问题行')
  expect(await shown({ ...done, counts: { ...counts, bad: 0 } })).not.toContain('下载问题行')
})

test('whoever imports the list of a new term reads who of its classes is not on it, and that they stay as they are', async () => {
  await loadTexts('zh-CN')
  expect(await shown(done)).not.toContain('不在名单上')
  const people = [{ student_no: '0012', real_name: '林雨桐', class_name: '七（1）班' }]
  const text = await shown({ ...done, absent: { count: 3, people } })
  expect(text).toMatch(/这些班里还有3人不在名单上.*导入不会动他们.*林雨桐 0012 七（1）班.*还有2人没有列出/)
})

test('whoever took a list back reads which of its guilds stay', async () => {
  await loadTexts('zh-CN')
  const page = await openPage(<Undone one={{ ...done, state: 'undone', guilds_left: ['新社'] }} />)
  expect(document.body.textContent).toMatch(/有1个新建的公会.*新社/)
  await page.close()
})

// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import type { RosterRow } from './queries.ts'
import { RepairRow } from './repair-row.tsx'

const asked: RosterRow = {
  ...{
    line: 2,
    sheet: '',
    sheet_line: 2,
    student_no: '0701',
    real_name: '新同学',
    class_name: '',
    gender: '',
    email: '',
  },
  ...{ status: 'bad', problem: '', cause: 'other_name', other_line: 0, other_place: 0, other: '老学生', was: '' },
  ...{ alike: 1, role: 'student', guild: '', now_in: [] },
}

const offered = async (row: RosterRow, press?: string) => {
  const sent: unknown[] = []
  connect(async ({ input }) => {
    sent.push(input)
    return { code: 1, msg: '', time: 0, data: {} }
  })
  const page = await openPage(<RepairRow id={1} row={row} onDone={() => {}} />)
  const buttons = [...document.querySelectorAll('button')]
  const labels = buttons.map(({ textContent }) => textContent)
  if (press !== undefined) await page.doing(() => buttons.find(({ textContent }) => textContent === press)?.click())
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  await page.close()
  return { labels, sent }
}

test('of an account with another name it can be said that it is the same person, or that its name is right', async () => {
  await loadTexts('zh-CN')
  const { labels, sent } = await offered(asked, '是同一个人')
  expect(labels).toEqual(['是同一个人', '用老学生', '修改'])
  expect(sent).toMatchObject([{ id: 1, line: 2, keep: true }])
  await loadTexts('en-US')
  expect((await offered(asked)).labels).toEqual(['The same person', 'Use 老学生', 'Edit'])
})

test('a teacher says of several rows at once that each is the same person as its account', async () => {
  await loadTexts('zh-CN')
  const { labels, sent } = await offered({ ...asked, alike: 40 }, '都是同一个人，共40行')
  expect(labels.slice(0, 2)).toEqual(['是同一个人', '都是同一个人，共40行'])
  expect(sent).toMatchObject([{ keep: true, alike: true }])
})

test('a row that makes a teacher of a student on the list can be given the role of the other row', async () => {
  await loadTexts('zh-CN')
  const { labels, sent } = await offered(
    { ...asked, cause: 'two_roles', other: 'student', role: 'teacher' },
    '改为学生',
  )
  expect(labels).toEqual(['改为学生', '修改'])
  expect(sent).toMatchObject([{ id: 1, line: 2, role: 'student' }])
})

// @vitest-environment happy-dom
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { MatchColumns } from './match-columns.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('a column of addresses is matched like the others, and the page says what an address is good for', async () => {
  const one = sampleOf(rosterAdmin.get.output, {
    ...{
      id: 3,
      encoding: 'utf-8',
      has_header: true,
      head_line: 1,
      sheets: [],
      sheet: 0,
      sample_lines: [1, 2],
      columns: ['学号', '姓名', '邮箱'],
      not_read: [],
    },
    mapping: { student_no: 0, real_name: 1, class_name: null, gender: null, email: 2 },
    sample: [
      ['学号', '姓名', '邮箱'],
      ['0012', '林雨桐', 'lin@school.cn'],
    ],
  })
  const sent: unknown[] = []
  connect(async ({ input }) => {
    sent.push(input)
    return { code: 1, msg: '', time: 0, data: one }
  })
  const page = await openPage(<MatchColumns one={one} onChecked={() => undefined} />)
  expect(document.body.textContent).toContain('学生本人确认以后')
  await page.doing(() => page.named('button', '核对名单').click())
  expect(sent).toMatchObject([{ id: 3, mapping: { email: 2 } }])
  await page.close()
})

test('a teacher whose own file has columns of guilds and roles reads that nobody goes by them', async () => {
  const one = sampleOf(rosterAdmin.get.output, {
    ...{ id: 3, encoding: 'xlsx', has_header: true, head_line: 1, sheets: [], sheet: 0, sample_lines: [1, 2] },
    ...{ guild_name: '高一（1）班', columns: ['学号', '姓名', '公会', '身份'], not_read: ['公会', '身份'] },
    mapping: { student_no: 0, real_name: 1, class_name: null, gender: null, email: null },
    sample: [
      ['学号', '姓名', '公会', '身份'],
      ['0012', '林雨桐', '合唱团', '老师'],
    ],
  })
  const page = await openPage(<MatchColumns one={one} onChecked={() => undefined} />)
  expect(page.all('p').map((line) => line.textContent)).toContain(
    '以下的列不会用到：公会、身份。名单里的人都作为学生进入「高一（1）班」；要分到几个公会，请管理员来导入。',
  )
  // When the user says that the column holds the class, that is accepted.
  const choice = elementOf(HTMLSelectElement, page.all('select')[3])
  await page.doing(() => {
    choice.value = '2'
    choice.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(document.body.textContent).toContain('以下的列不会用到：身份。')
  await page.close()
})

test('of a workbook with a sheet for each class, the class is the name of the sheet, or a column after all', async () => {
  const one = sampleOf(rosterAdmin.get.output, {
    ...{ id: 3, encoding: 'xlsx', has_header: true, head_line: 1, sheet: null, sample_lines: [1], not_read: [] },
    ...{ columns: ['学号', '姓名', '备注'], sample: [['学号', '姓名', '备注']] },
    sheets: [
      { name: '七1班', rows: 2, hidden: 0 },
      { name: '七2班', rows: 2, hidden: 3 },
    ],
    mapping: { student_no: 0, real_name: 1, class_name: null, gender: null, email: null, class_of_sheet: true },
  })
  const sent: unknown[] = []
  connect(async ({ input }) => {
    sent.push(input)
    return { code: 1, msg: '', time: 0, data: one }
  })
  const page = await openPage(<MatchColumns one={one} onChecked={() => undefined} />)
  expect(document.body.textContent).toContain('表格里有3行是隐藏的')
  const check = () => page.doing(() => page.named('button', '核对名单').click())
  await check()
  const choice = elementOf(HTMLSelectElement, page.all('select')[4])
  expect(choice.selectedOptions[0]?.textContent).toBe('工作表的名字')
  await page.doing(() => {
    choice.value = '2'
    choice.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await check()
  expect(sent).toMatchObject([{ mapping: { class_name: null, class_of_sheet: true } }, { mapping: { class_name: 2 } }])
  expect(sent[1]).not.toHaveProperty('mapping.class_of_sheet')
  await page.close()
})

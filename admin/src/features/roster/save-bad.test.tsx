// @vitest-environment happy-dom
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { SaveBad } from './save-bad.tsx'

beforeAll(() => loadTexts('zh-CN'))

const { list } = sampleOf(rosterAdmin.rows.output, { next: null })
const row = {
  ...list[0]!,
  sheet: '',
  sheet_line: 3,
  class_name: '三班',
  gender: '女',
  email: '',
  guild: '',
  role: 'student',
}

const savedOf = async (rows: readonly object[]): Promise<string[]> => {
  const kept: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) kept.push(blob)
    return 'blob:list'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  connect(async () => ({ code: 1, msg: '', time: 0, data: { list: rows, total: rows.length, next: null } }))
  const page = await openPage(<SaveBad id={1} />)
  await page.doing(() => page.named('button', '下载问题行').click())
  await page.close()
  return ((await kept.at(-1)?.text()) ?? '').replace('\ufeff', '').split('\r\n')
}

test('a teacher of a list who was left out is one in the file of left-out rows, too', async () => {
  const teacher = { ...row, student_no: '0901', real_name: '陈立群', guild: '文学社', role: 'teacher', problem: '没有' }
  expect(await savedOf([teacher])).toEqual([
    '行,学号,姓名,班级,性别,邮箱,公会,角色,结果',
    '3,\t0901,陈立群,三班,女,,文学社,教师,没有',
    '',
  ])
})

test('a list of students alone asks for no guild and no role when it comes back', async () => {
  const student = { ...row, student_no: '20260101', real_name: '林雨桐', problem: '没有' }
  expect((await savedOf([student]))[0]).toBe('行,学号,姓名,班级,性别,邮箱,结果')
})

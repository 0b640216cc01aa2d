// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Holders } from './holders.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('the people behind the numbers of a task are listed, each with the work to open', async () => {
  const of = (user_id: number, real_name: string) => ({
    user_id,
    real_name,
    nickname: '',
    student_no: '',
    class_name: '',
  })
  const at = '2026-11-20T08:00:00.000Z'
  const list = [
    { student: of(1, '林雨桐'), state: 'submitted', accepted_at: at, submitted_at: at, late: true, submit_id: 31 },
    { student: of(2, '欧阳思源'), state: 'doing', accepted_at: at, submitted_at: null, late: false, submit_id: null },
  ]
  const asked: unknown[] = []
  connect(async ({ input }) => {
    asked.push(input)
    return { code: 1, msg: '', time: 0, data: { list, total: 2, next: null } }
  })
  const page = await openPage(<Holders task_id={5} who="accepted" />)
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  expect(asked).toMatchObject([{ task_id: 5, who: 'accepted' }])
  expect(page.named('a', '林雨桐').getAttribute('href')).toBe('/review?state=all&work=31')
  expect(page.all('tbody tr').map((row) => row.textContent)).toEqual([
    expect.stringContaining('迟交'),
    expect.stringContaining('进行中'),
  ])
  expect(page.all('tbody a')).toHaveLength(1)
  await page.close()
})

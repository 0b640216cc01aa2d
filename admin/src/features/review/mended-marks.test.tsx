// @vitest-environment happy-dom
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { aReviewWork } from './factory.ts'
import { MendedMarks } from './mended-marks.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('a teacher sees of each mark without words what it was drawn on, numbered as the student has it', async () => {
  const file = (id: number, name: string, kind: 'image' | 'pdf') => ({ id, name, kind, url: `/api/files/${id}` })
  const files = [{ ...file(5, '第一页.jpg', 'image'), view_url: '/api/files/5?view' }, file(6, '报告.pdf', 'pdf')]
  const asked: unknown[] = []
  connect(async ({ path, input }) => {
    expect(path).toBe(reviewToolsAdmin.work.path)
    asked.push(input)
    return { code: 1, msg: '', time: 0, data: aReviewWork({ submit_id: 3, version: 1, files }) }
  })
  const area = (id: number, file_id: number, page: number) => ({ id, file_id, page, points: [0.2, 0.5, 0.7, 0.56] })
  const { feedback } = sampleOf(ReviewWork, {
    feedback: [
      {
        ...{ id: 9, submit_id: 3, version: 1, decision: 'return' },
        marks: [{ quote: '附件', text: '附件要写名字' }],
        areas: [
          { ...area(21, 5, 1), shape: 'box', text: '' },
          { ...area(22, 6, 2), shape: 'pin', text: '' },
        ],
        mended: [{ kind: 'area', place: 21, by: 'student' }],
      },
    ],
  })
  const page = await openPage(<MendedMarks feedback={feedback} />)
  await page.doing(() => expect.poll(() => page.all('img')).toHaveLength(1))
  expect(asked).toEqual([{ submit_id: 3 }])
  const [words, cut, pin] = page.all('li')
  expect(words?.textContent).toBe('第1处 附件要写名字')
  expect(cut?.textContent).toBe('第2处 只画了线，没有文字学生说改好了')
  expect(cut?.querySelector('img')?.getAttribute('alt')).toBe('第1版里第2处的样子')
  expect(pin?.textContent).toBe('第3处 只画了线，没有文字图钉 · 报告.pdf第2页')
  await page.close()
})

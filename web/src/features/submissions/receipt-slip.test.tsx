// @vitest-environment happy-dom
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { ReceiptSlip } from './receipt-slip.tsx'

const task = sampleOf(studentTask.detail.output.properties.task, {})

test.each([
  [{ content: '', answers: { a: 'x', b: ['y'], c: ' ', d: 0 }, links: [] }, '第2版，3题的答案'],
  [{ content: '春天', answers: {}, links: ['https://school.example/'] }, '第2版，正文2字，1个链接'],
])('the receipt of a student says what was received, and nothing of a text that is not there', async (sent, words) => {
  await Promise.all([loadTexts('inside'), loadTexts('taskSubmit')])
  const submission = sampleOf(studentTask.submission.output, { version: 2, ...sent })
  const page = await openPage(
    <ReceiptSlip task={task} submission={submission} name="阿依古丽·买买提" group="" copy={null} />,
  )
  expect(page.all('dd').map(({ textContent }) => textContent)).toContain(words)
  await page.close()
})

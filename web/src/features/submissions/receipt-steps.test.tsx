// @vitest-environment happy-dom
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { currentTexts, loadTexts } from '../../locales/texts.ts'
import { ReceiptSteps } from './receipt-steps.tsx'

beforeAll(async () => {
  for (const part of ['inside', 'taskSubmit'] as const) await loadTexts(part)
})

const hinted = async (withdraw: boolean) => {
  const data = sampleOf(studentTask.detail.output, {
    task: { state: 'submitted' },
    enrolment: { in_review: false },
    can: { withdraw },
  })
  const { all, close } = await openPage(
    <ReceiptSteps data={data} submission={sampleOf(studentTask.submission.output)} />,
  )
  const words = all('small').map(({ textContent }) => textContent)
  await close()
  return words.includes(currentTexts()?.submissions.done.steps.reviewHint ?? '')
}

test('who has handed in is told that it can be withdrawn only as long as that is so', async () => {
  expect([await hinted(true), await hinted(false)]).toEqual([true, false])
})

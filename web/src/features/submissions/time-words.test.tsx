// @vitest-environment happy-dom
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { expect, test } from 'vitest'
import { loadTexts, useTexts } from '../../locales/texts.ts'
import { useTimeWords } from './use-time-words.ts'

const task = sampleOf(studentTask.detail.output.properties.task, {})

/** Beside the button: before it is pressed, and after. */
const Words = () => {
  const { submissions: texts } = useTexts()
  const { hint } = useTimeWords(task, 0, 1)
  return (
    <>
      <p>{hint}</p>
      <p>{texts.pressedUploads(1)}</p>
    </>
  )
}

test('a student whose file is on its way is promised that it is handed in by itself only once they have pressed', async () => {
  await Promise.all([loadTexts('inside'), loadTexts('taskSubmit')])
  const page = await openPage(<Words />)
  expect(page.all('p').map(({ textContent }) => textContent.includes('自动提交'))).toEqual([false, true])
  await page.close()
})

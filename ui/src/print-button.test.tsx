// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest'
import { PrintButton } from './print-button.tsx'
import { openPage } from './testing/page.tsx'

test('a list is put on paper when the last of it is there', async () => {
  let loaded = 1
  const printed: number[] = []
  vi.stubGlobal('print', () => printed.push(loaded))
  onTestFinished(() => void vi.unstubAllGlobals())
  const fetchNextPage = async () => {
    loaded += 1
    return { hasNextPage: loaded < 4, isError: false }
  }
  const page = await openPage(<PrintButton pages={{ hasNextPage: true, fetchNextPage }}>打印</PrintButton>)
  onTestFinished(() => page.close())
  await page.doing(() => page.named('button', '打印').click())
  expect(printed).toEqual([4])
})

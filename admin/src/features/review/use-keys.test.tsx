// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { expect, test } from 'vitest'
import { useKeys } from './use-keys.ts'

test('a key that is held decides once and moves on as long as it is held', async () => {
  const done: string[] = []
  const Desk = () => {
    useKeys({
      s: () => void done.push('pass'),
      j: () => void done.push('next'),
      '5': () => void done.push('full marks'),
    })
    return null
  }
  const page = await openPage(<Desk />)
  for (const key of ['s', 'j', '5']) for (const repeat of [false, true, true]) await page.press(key, { repeat })
  expect(done).toEqual(['pass', 'next', 'next', 'next', 'full marks'])
  await page.close()
})

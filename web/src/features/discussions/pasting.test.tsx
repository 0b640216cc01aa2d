// @vitest-environment happy-dom
import { pasteInto } from '@tongchuang/ui/testing/paste.ts'
import { expect, test } from 'vitest'
import { openDiscussion } from './testing/open-discussion.tsx'

test('a student who pastes cells of Excel into a question pastes words, and no picture of them is sent', async () => {
  const page = await openDiscussion(async () => null)
  let isLeftToBrowser = false
  await page.doing(() => {
    isLeftToBrowser = pasteInto(page.field(), 'cells')
  })
  expect(isLeftToBrowser).toBe(true)
  expect(page.all('button[type=submit][aria-busy=true]')).toEqual([])
  await page.close()
})

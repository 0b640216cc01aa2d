// @vitest-environment happy-dom
import { keptText } from '@tongchuang/ui/kept-text.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { copiedPicture, pasteInto } from '@tongchuang/ui/testing/paste.ts'
import type { UploadOptions } from 'tus-js-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftKey } from './draft-key.ts'
import { openDiscussion } from './testing/open-discussion.tsx'

// A network that completes a picture’s upload when the test says so.
const { arrivals } = vi.hoisted((): { arrivals: ((id?: number) => void)[] } => ({ arrivals: [] }))
vi.mock('tus-js-client', () => ({
  Upload: class {
    private readonly options: UploadOptions
    constructor(_file: File, options: UploadOptions) {
      this.options = options
    }
    start() {
      arrivals.push((id = 91) => {
        const lastResponse = { getBody: () => JSON.stringify({ data: { id } }) }
        this.options.onSuccess?.({ lastResponse } as never)
      })
    }
  },
}))

beforeEach(() => {
  arrivals.length = 0
  studentSession.begin('token')
})
afterEach(() => {
  studentSession.end()
  localStorage.clear()
})

const kept = () => keptText(draftKey(1, 3, 7)).read()

test('a student who closes a reply while its picture is on the way and writes another keeps that one on the device', async () => {
  const page = await openDiscussion(async () => null)
  await page.click('回复')
  await page.write('先写的，配一张图：')
  await page.doing(() => pasteInto(page.field(), 'screenshot'))
  await page.seen(() => arrivals.length, 1)
  await page.click('取消')
  await page.click('回复')
  await page.write('改写的：应该是 15。')
  await page.doing(() => arrivals.shift()?.())
  await page.seen(() => [page.field().value, kept()], ['改写的：应该是 15。', '改写的：应该是 15。'])
  await page.doing(() => pasteInto(page.field(), 'screenshot'))
  await page.seen(() => arrivals.length, 1)
  await page.doing(() => arrivals.shift()?.())
  await page.seen(() => kept().includes('/api/files/91'), true)
  await page.close()
})

test('a student who leaves a reply while its picture is on the way finds the picture below the words on the way back', async () => {
  const page = await openDiscussion(async () => null)
  await page.click('回复')
  await page.write('看这张图：')
  await page.doing(() => pasteInto(page.field(), 'screenshot'))
  await page.seen(() => arrivals.length, 1)
  await page.click('取消')
  await page.doing(() => arrivals.shift()?.())
  await page.seen(kept, '看这张图：\n![图片](/api/files/91)\n')
  await page.click('回复')
  await page.seen(() => page.field().value, kept())
  await page.close()
})

test('two pictures that a student pastes one after the other stand in that order, whichever is smaller', async () => {
  const page = await openDiscussion(async () => null)
  for (let at = 0; at < 2; at += 1) await page.doing(() => pasteInto(page.field(), 'screenshot'))
  await page.seen(() => arrivals.length > 0, true)
  const [first, second] = arrivals
  await page.doing(() => second?.(92))
  await page.doing(() => first?.(91))
  if (!second) {
    await page.seen(() => arrivals.length, 2)
    await page.doing(() => arrivals[1]?.(92))
  }
  await page.seen(() => page.field().value.match(/\d+(?=\))/g), ['91', '92'])
  await page.close()
})

test('a picture that a student drops into a question is put there, and the browser stays on the page', async () => {
  const page = await openDiscussion(async () => null)
  const dataTransfer = { types: ['Files'], files: [copiedPicture] }
  const drop = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), { dataTransfer })
  await page.doing(() => page.field().dispatchEvent(drop))
  expect(drop.defaultPrevented).toBe(true)
  await page.seen(() => arrivals.length, 1)
  await page.doing(() => arrivals[0]?.())
  await page.seen(() => page.field().value, '![图片](/api/files/91)\n')
  await page.close()
})

// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { copiedPicture, pasteInto } from '@tongchuang/ui/testing/paste.ts'
import { useLayoutEffect } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts, switchLanguage } from '../../locales/texts.ts'
import { WorkEditor } from './work-editor.tsx'

let page: Awaited<ReturnType<typeof openPage>>
let brought: File[]

/** A student who is in the middle of the plain field when the editor comes, which waits for them. */
const Writing = () => {
  useLayoutEffect(() => {
    const field = document.querySelector('textarea')
    field?.focus()
    field?.setSelectionRange(0, 0)
  }, [])
  return (
    <WorkEditor
      {...{ value: '三天的数据', revision: 0, locked: false, footId: 'foot', title: null, state: null, foot: null }}
      urlOf={() => null}
      onChange={() => {}}
      onBlur={() => {}}
      onFiles={(files) => brought.push(...files)}
      onHandle={() => {}}
      onPicture={() => {}}
    />
  )
}

beforeAll(() => loadTexts('taskSubmit'))
beforeEach(async () => {
  brought = []
  page = await openPage(<Writing />)
})
afterEach(() => page.close())

test('cells of Excel pasted before the editor has come are words, and no picture of them is brought', () => {
  expect(pasteInto(page.named('textarea', ''), 'cells')).toBe(true)
  expect(brought).toEqual([])
})

test('a screenshot pasted before the editor has come is brought as a file', () => {
  expect(pasteInto(page.named('textarea', ''), 'screenshot')).toBe(false)
  expect(brought).toEqual([copiedPicture])
})

test('a student who changes the language while writing has the text named in that language', async () => {
  await page.doing(() => page.named('textarea', '').blur())
  const name = () => page.all('[contenteditable]')[0]?.getAttribute('aria-label')
  await page.doing(() => expect.poll(name, { timeout: 5_000 }).toBe('正文'))
  await page.doing(() => switchLanguage('en-US'))
  expect(name()).toBe('Text')
  await page.doing(() => switchLanguage('zh-CN'))
  expect(name()).toBe('正文')
})

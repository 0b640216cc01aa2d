// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { useState } from 'react'
import { loadTexts } from '../../locales/texts.ts'
import { TextEditor } from './text-editor.tsx'

const Written = () => {
  const [text, setText] = useState('')
  return (
    <TextEditor
      label="说明"
      hint=""
      value={text}
      locked={false}
      urlOf={() => null}
      onChange={setText}
      onFiles={async () => []}
    />
  )
}

beforeAll(() => loadTexts('zh-CN'))

test('the moment the editor is there, the plain field is gone: no letter goes into the one and is missing in the other', async () => {
  let hadField = false
  const { promise: both, resolve } = Promise.withResolvers<boolean>()
  const watch = new MutationObserver(() => {
    const field = document.querySelector('textarea')
    hadField ||= field !== null
    if (document.querySelector('[contenteditable]')) resolve(field !== null)
  })
  watch.observe(document.body, { childList: true, subtree: true })
  const page = await openPage(<Written />)
  expect(await both).toBe(false)
  expect(hadField).toBe(true)
  watch.disconnect()
  await page.close()
})

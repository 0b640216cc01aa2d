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

test('a teacher who changes the language while the editor is open finds it named in that language', async () => {
  const Named = () => {
    const [isEnglish, setEnglish] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setEnglish(true)}>
          English
        </button>
        <TextEditor
          label={isEnglish ? 'Text' : '说明'}
          hint={isEnglish ? 'Say what is to be done' : '写清要做什么'}
          value=""
          locked={false}
          urlOf={() => null}
          onChange={() => undefined}
          onFiles={async () => []}
        />
      </>
    )
  }
  const page = await openPage(<Named />)
  const editor = () => page.all('[contenteditable]')[0]
  await expect.poll(() => editor()?.getAttribute('aria-label')).toBe('说明')
  await page.doing(() => page.named('button', 'English').click())
  expect(editor()?.getAttribute('aria-label')).toBe('Text')
  expect(page.all('[data-placeholder]')[0]?.dataset['placeholder']).toBe('Say what is to be done')
  await page.close()
})

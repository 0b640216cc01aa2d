// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useLayoutEffect, useState } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { WorkEditor } from './work-editor.tsx'

beforeAll(() => loadTexts('taskSubmit'))

let send: (isSent: boolean) => void
const Sending = () => {
  const [isSent, setSent] = useState(false)
  useLayoutEffect(() => void (send = setSent), [])
  return (
    <WorkEditor
      {...{ value: '写好了', revision: 0, locked: isSent, footId: 'foot', title: null, state: null, foot: null }}
      urlOf={() => null}
      onChange={() => {}}
      onBlur={() => {}}
      onFiles={() => {}}
      onHandle={() => {}}
      onPicture={() => {}}
    />
  )
}

test('a student whose work is on its way changes nothing of it with the tools above', async () => {
  const sending = await openPage(<Sending />)
  const tools = () => sending.all('[role=toolbar] button').map((one) => one.getAttribute('aria-disabled'))
  await vi.waitFor(async () => {
    await sending.doing(() => new Promise((resolve) => setTimeout(resolve, 10)))
    expect(tools()).not.toContain('true')
  }, 20_000)
  await sending.doing(() => send(true))
  expect(new Set(tools())).toEqual(new Set(['true']))
  await sending.close()
})

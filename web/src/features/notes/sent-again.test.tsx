// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useState } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { WriteNote } from './write-note.tsx'

beforeAll(async () => {
  for (const part of ['auth', 'inside', 'school', 'taskDetail'] as const) await loadTexts(part)
})

const seen = async (page: Awaited<ReturnType<typeof openPage>>, look: () => void) =>
  vi.waitFor(async () => {
    await page.doing(() => new Promise((resolve) => setTimeout(resolve, 10)))
    look()
  }, 5000)

/** The form, with a server that is out of reach at the first press. */
const Form = () => {
  const [text, setText] = useState('')
  const [tries, setTries] = useState(0)
  const send = async () => {
    setTries(tries + 1)
    if (tries === 0) throw new Error('网络连接失败')
    setText('')
  }
  return <WriteNote label="" placeholder="" send="发送" text={text} onText={setText} onSend={send} />
}

test('a student whose note arrives at the second press no longer reads that it did not', async () => {
  const page = await openPage(<Form />)
  const field = page.all('textarea')[0] as HTMLTextAreaElement
  const send = () => page.doing(() => field.form?.requestSubmit())
  await page.write(field, '为什么是 86 分？')
  await send()
  await seen(page, () => expect(field.form?.textContent).toContain('网络连接失败'))
  await send()
  await seen(page, () => expect(field.value).toBe(''))
  expect(field.form?.textContent).not.toContain('网络连接失败')
  await page.close()
})

// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useState } from 'react'
import { keepInTab } from '@tongchuang/ui/on-device.ts'
import { expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { CodeField } from './code-field.tsx'

const Form = ({ email = '' }: { email?: string }) => {
  const [code, setCode] = useState('')
  return (
    <CodeField
      event="register"
      email={email}
      value={code}
      onChange={setCode}
      onNoEmail={() => undefined}
      error={undefined}
    />
  )
}

test.each(['【同窗公会】验证码：314159，10 分钟内有效', '314 159', '３１４１５９'])(
  'a student who pastes %s has entered its six digits',
  async (pasted) => {
    await loadTexts('auth')
    const page = await openPage(<Form />)
    const field = page.all('input')[0] as HTMLInputElement
    expect(field.maxLength).toBe(-1)
    await page.write(field, pasted)
    expect(field.value).toBe('314159')
    await page.close()
  },
)

test.each([
  ['the next person in this window reads nothing of the address before', '', 0, false],
  ['whoever reloads the page while they wait reads where it went', '', 30, true],
  ['whoever types the same address again reads where it went', 'lin-xiaoyu@example.cn', 0, true],
])('once a code was sent, %s', async (_who, email, seconds, isShown) => {
  await loadTexts('auth')
  keepInTab('code-sent-register', 'l•••••u@example.cn')
  keepInTab('code-wait-register', String(Date.now() + seconds * 1000))
  const page = await openPage(<Form email={email} />)
  expect((document.body.textContent ?? '').includes('l•••••u@example.cn')).toBe(isShown)
  await page.close()
  sessionStorage.clear()
})

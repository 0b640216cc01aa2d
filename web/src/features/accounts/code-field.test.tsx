// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { CodeField } from './code-field.tsx'

const Form = () => {
  const [code, setCode] = useState('')
  return (
    <CodeField
      event="register"
      email=""
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

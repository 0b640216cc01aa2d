// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { ChangeEmail } from './change-email.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('a teacher gives an address by a code that is mailed there; a wrong code is named beside its field and what was typed stays', async () => {
  const sent: unknown[] = []
  const answers = [
    { code: 1, msg: '', time: 0, data: { wait_seconds: 60 } },
    { code: 0, msg: '验证码不正确或已失效', time: 0, data: { reason: 'CODE_WRONG' } },
    { code: 1, msg: '', time: 0, data: {} },
  ]
  connect(async ({ input }) => {
    sent.push(input)
    return answers[sent.length - 1]!
  })
  let closed = 0
  const page = await openPage(<ChangeEmail onClose={() => (closed += 1)} />)
  const type = (name: string, text: string) =>
    page.doing(() => {
      const field = document.querySelector<HTMLInputElement>(`input[name=${name}]`)!
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const press = async (name: string) => {
    await page.doing(() => page.named('button', name).click())
    await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  }
  await type('email', 'chen@school')
  await press('发验证码')
  expect(document.body.textContent).toContain('邮箱地址不完整')
  await type('email', ' chen@school.cn ')
  await press('发验证码')
  expect(document.body.textContent).toContain('已发到chen@school.cn')
  await type('code', '000000')
  await type('current-password', 'a good one 77')
  await press('更改邮箱')
  expect(document.body.textContent).toContain('验证码不正确或已失效')
  await type('code', '123456')
  await press('更改邮箱')
  expect(sent).toEqual([
    { email: 'chen@school.cn' },
    { email: 'chen@school.cn', code: '000000', password: 'a good one 77' },
    { email: 'chen@school.cn', code: '123456', password: 'a good one 77' },
  ])
  expect(closed).toBe(1)
  await page.close()
})

// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { toasts } from '@tongchuang/ui/toast.ts'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { ChangeEmail } from './change-email.tsx'

beforeAll(() => loadTexts('zh-CN'))

const mailed = { code: 1, msg: '', time: 0, data: { wait_seconds: 60 } } as const
const refused = (reason: string, msg: string) => ({ code: 0, msg, time: 0, data: { reason } }) as const

const opened = async (answers: readonly object[]) => {
  const sent: unknown[] = []
  connect(async ({ input }) => {
    sent.push(input)
    return answers[sent.length - 1] as never
  })
  const closed: true[] = []
  const page = await openPage(<ChangeEmail onClose={() => closed.push(true)} />)
  const type = (name: string, text: string) =>
    page.doing(() => {
      const field = document.querySelector<HTMLInputElement>(`input[name=${name}]`)!
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const press = async (name: string) => {
    await page.doing(() => {
      const button = page.named('button', name)
      button.focus()
      button.click()
    })
    await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  }
  const focused = () => document.activeElement?.getAttribute('name')
  return { page, sent, closed, type, press, focused }
}

test('a teacher gives an address by a code that is mailed there; a wrong code is named beside its field and what was typed stays', async () => {
  const done = { code: 1, msg: '', time: 0, data: {} }
  const answers = [mailed, refused('CODE_WRONG', '验证码不正确或已失效'), done]
  const { page, sent, closed, type, press } = await opened(answers)
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
  expect(closed).toHaveLength(1)
  await page.close()
})

test('a teacher who goes back to look at the address is at the code again, for one was mailed, and stands in its field', async () => {
  const { page, sent, type, press, focused } = await opened([mailed, mailed])
  await type('email', 'chen@school.cn')
  await press('发验证码')
  expect(focused()).toBe('code')
  await press('上一步')
  expect(focused()).toBe('email')
  await press('发验证码')
  expect([focused(), sent.length]).toEqual(['code', 1])
  await press('上一步')
  await type('email', 'chen@other.cn')
  await press('发验证码')
  expect(sent).toEqual([{ email: 'chen@school.cn' }, { email: 'chen@other.cn' }])
  await page.close()
})

test('a teacher who has tried too often reads so beside a code, where no address stands that it could be said of', async () => {
  toasts.set([])
  const { page, type, press } = await opened([mailed, refused('TOO_FAST', '操作太频繁，请9秒后再试')])
  await type('email', 'chen@school.cn')
  await press('发验证码')
  await type('code', '000000')
  await type('current-password', 'a good one 77')
  await press('更改邮箱')
  expect(toasts.get().map(({ text }) => text)).toEqual(['操作太频繁，请9秒后再试'])
  await page.close()
})

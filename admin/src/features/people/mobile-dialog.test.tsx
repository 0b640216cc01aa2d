// @vitest-environment happy-dom
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { MobileDialog } from './mobile-dialog.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('staff write down the number they have seen; one that is somebody else’s is refused beside the field', async () => {
  const student = sampleOf(peopleAdmin.list.output.properties.list.items, {
    id: 7,
    nickname: '林雨桐',
    mobile: '138****8000',
    mobile_confirmed: false,
  })
  const sent: unknown[] = []
  const answers = [
    { code: 0, msg: '这个手机号不能核实给这名学生', time: 0, data: { reason: 'MOBILE_TAKEN' } },
    { code: 1, msg: '', time: 0, data: { mobile: '139****9000' } },
  ]
  connect(async ({ input }) => {
    sent.push(input)
    return answers[sent.length - 1]!
  })
  let closed = 0
  const page = await openPage(<MobileDialog student={student} name="林雨桐" onClose={() => (closed += 1)} />)
  expect(document.body.textContent).toContain('现在是138****8000，没有核实。')
  const type = (text: string) =>
    page.doing(() => {
      const field = document.querySelector<HTMLInputElement>('input[type=tel]')!
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const settle = () => page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  await type('13800138000')
  await page.doing(() => page.named('button', '已当面核实').click())
  await settle()
  expect(document.body.textContent).toContain('这个手机号不能核实给这名学生')
  await type('139 0013 9000')
  await page.doing(() => page.named('button', '已当面核实').click())
  await settle()
  expect(sent).toEqual([
    { user_id: 7, mobile: '13800138000' },
    { user_id: 7, mobile: '139 0013 9000' },
  ])
  expect(closed).toBe(1)
  await page.close()
})

// @vitest-environment happy-dom
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { toasts } from '@tongchuang/ui/toast.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { CorrectDialog } from './correct-dialog.tsx'
import { NewSlips } from './new-slips.tsx'

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => toasts.set([]))

const settle = (page: Awaited<ReturnType<typeof openPage>>) =>
  page.doing(() => new Promise((resolve) => setTimeout(resolve)))

test.each([
  [3, []],
  [2, ['还有1名学生没有生成账号条，他们的密码没有变：账号已停用，或者不归你管']],
])('a teacher who asks for slips of three and gets %i reads how many were left', async (made, said) => {
  connect(async () => ({ code: 1, msg: '', time: 0, data: { id: 9, made } }))
  const page = await openPage(<NewSlips user_ids={[1, 2, 3]} />)
  await page.doing(() => page.all('button')[0]?.click())
  await page.doing(() => page.named('button', '生成并去打印').click())
  await settle(page)
  expect(toasts.get().map(({ text }) => text)).toEqual(said)
  expect(page.address()).toContain('9')
  await page.close()
})

test('an administrator who corrects a name leaves class and number as a colleague has put them meanwhile', async () => {
  const sent: unknown[] = []
  connect(async ({ path, input }) => {
    if (path === peopleAdmin.correct.path) sent.push(input)
    return { code: 1, msg: '', time: 0, data: {} }
  })
  const named = { id: 7, nickname: '小林', real_name: '林雨铜', class_name: '高一（1）班', student_no: '0012' }
  const student = sampleOf(peopleAdmin.list.output.properties.list.items, named)
  const page = await openPage(<CorrectDialog student={student} onClose={() => undefined} />)
  await page.write(page.all('input')[0]!, '林雨桐')
  await page.doing(() => page.all('dialog button').at(-1)?.click())
  await settle(page)
  expect(sent).toEqual([{ user_id: 7, real_name: '林雨桐' }])
  await page.close()
})

// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { toasts } from '@tongchuang/ui/toast.ts'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { ReleaseHeld } from './release-held.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('a teacher whose second class refuses reads how many results of the first are out already', async () => {
  toasts.set([])
  connect(async ({ input }) =>
    input.task_id === 1
      ? { code: 1, msg: '', time: 0, data: { released: 3 } }
      : { code: 0, msg: '公会已归档，只能查看', time: 0, data: { reason: 'ARCHIVED' } },
  )
  const members = [
    { task_id: 1, held: 3 },
    { task_id: 2, held: 2 },
  ]
  const page = await openPage(<ReleaseHeld tasks={[{ id: 1, title: '观鸟', held: 5, members }]} />)
  await page.doing(() => page.named('button', '公布5份成绩').click())
  await page.doing(() => page.all('dialog button, [role=dialog] button').at(-1)?.click())
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  expect(toasts.get().map(({ text }) => text)).toEqual(['已公布3份成绩，其余没有公布：公会已归档，只能查看'])
  await page.close()
})

test('a teacher whose colleague was first reads that it is out already, not that it was they', async () => {
  toasts.set([])
  connect(async () => ({ code: 1, msg: '', time: 0, data: { released: 0 } }))
  const tasks = [{ id: 1, title: '观鸟', held: 3, members: [{ task_id: 1, held: 3 }] }]
  const page = await openPage(<ReleaseHeld tasks={tasks} />)
  await page.doing(() => page.named('button', '公布3份成绩').click())
  await page.doing(() => page.all('dialog button').at(-1)?.click())
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  expect(toasts.get()).toMatchObject([{ kind: 'info', text: '这里没有等着公布的了，已经有人公布过' }])
  await page.close()
})

// @vitest-environment happy-dom
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { MeContext } from '@tongchuang/ui/me.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { toasts } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { gradesKey } from '../../queries/keys.ts'
import { ActDialog } from './act-dialog.tsx'
import { MissingList } from './missing-list.tsx'
import { RemindDialog } from './remind-dialog.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('a press for one student who has handed in meanwhile reminds nobody else; the next one is for all', async () => {
  const student = { user_id: 1, real_name: '林雨桐', nickname: '', student_no: '', class_name: '' }
  const list = [{ student, task_id: 5, guild_id: 1, guild_name: '一班', state: 'doing', reminded_at: null }]
  const asked: unknown[] = []
  connect(async ({ path, input }) => {
    const answer = (data: object) => ({ code: 1 as const, msg: '', time: 0, data })
    if (path !== reviewToolsAdmin.remind.path) return answer({ list, total: 1, next: null, can_remind: [] })
    asked.push(input)
    return answer({ people: 1, classes: [] })
  })
  const page = await openPage(<MissingList of={{ task_id: 5 }} may_lead={false} student={2} />)
  const settle = () => page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  const press = async () => {
    await page.doing(() => page.named('fieldset button', '催').click())
    await settle()
  }
  await settle()
  await press()
  expect(asked).toEqual([])
  await press()
  expect(asked).toEqual([{ task_id: 5 }])
  await page.close()
})

test('a teacher who reminds all classes of whom everybody has handed in meanwhile reads that nobody was reminded', async () => {
  toasts.set([])
  const reach = [{ task_id: 5, guild_id: 1, guild_name: '一班', people: 2 }]
  connect(async ({ path }) => {
    const data = path === reviewToolsAdmin.remind.path ? { people: 0, classes: [] } : { list: [], can_remind: reach }
    return { code: 1, msg: '', time: 0, data }
  })
  const page = await openPage(<RemindDialog set_id={1} onClose={() => undefined} />)
  const settle = () => page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  await settle()
  await page.doing(() => page.named('button', '催交2人').click())
  await settle()
  expect(toasts.get()).toMatchObject([{ kind: 'warning', text: expect.stringContaining('没有可以催的人') }])
  await page.close()
})

test('a teacher who excuses a student finds them excused in the grid, however soon they go there', async () => {
  connect(async () => ({ code: 1, msg: '', time: 0, data: [{ user_id: 1 }] }))
  const grid = [...gradesKey, 'grid', {}]
  let isStale: () => boolean | undefined = () => undefined
  const Grid = () => {
    const client = useQueryClient()
    useLayoutEffect(() => {
      client.setQueryData(grid, {})
      isStale = () => client.getQueryState(grid)?.isInvalidated
    }, [client])
    return null
  }
  const nothing = () => undefined
  const page = await openPage(
    <MeContext value={aMe({ id: 11 })}>
      <Grid />
      <ActDialog act="excuse" task_id={5} user_ids={[1]} onDone={nothing} onClose={nothing} />
    </MeContext>,
  )
  await page.write(page.all('textarea')[0]!, '病假')
  expect(isStale()).toBe(false)
  await page.doing(() => page.named('dialog button', '免做').click())
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  expect(isStale()).toBe(true)
  await page.close()
})

test('a teacher who gives time to students who all have longer is not told that somebody got some', async () => {
  toasts.set([])
  connect(async () => ({ code: 1, msg: '', time: 0, data: [] }))
  const page = await openPage(
    <MeContext value={aMe({ id: 1 })}>
      <ActDialog act="extend" task_id={5} user_ids={[1, 2]} onDone={() => undefined} onClose={() => undefined} />
    </MeContext>,
  )
  await page.write(page.all('input')[0]!, '2026-12-20T18:00')
  await page.write(page.all('textarea')[0]!, '运动会')
  await page.doing(() => page.all('dialog button').at(-1)?.click())
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  expect(toasts.get()).toMatchObject([{ kind: 'info', text: '没有人要延期：选中的都已有更晚的时间' }])
  await page.close()
})

test('a teacher who excuses students of whom some hand in meanwhile reads that it is for the others', async () => {
  const asked: unknown[] = []
  connect(async ({ input }) => {
    asked.push(input)
    return { code: 1, msg: '', time: 0, data: [] }
  })
  let left = (_ids: number[]): void => undefined
  const Shrinking = () => {
    const [ids, setIds] = useState([1, 2])
    useLayoutEffect(() => void (left = setIds), [])
    return <ActDialog act="excuse" task_id={5} user_ids={ids} onDone={() => undefined} onClose={() => undefined} />
  }
  const page = await openPage(
    <MeContext value={aMe({ id: 1 })}>
      <Shrinking />
    </MeContext>,
  )
  const press = () => page.doing(() => page.all('dialog button').at(-1)?.click())
  await page.write(page.all('textarea')[0]!, '生病')
  await page.doing(() => left([2]))
  expect(document.body.textContent).toContain('有1人刚刚不在名单里了，只对其余1人有效')
  await page.doing(() => left([]))
  expect(document.body.textContent).toContain('没有可以处理的人了')
  await press()
  expect(asked).toEqual([])
  await page.close()
})

test('a set that is gone is said to be, and not to have failed', async () => {
  connect(async () => ({ code: 0, msg: '没有找到', time: 0, data: { reason: 'NOT_FOUND' } }))
  const page = await openPage(<MissingList of={{ set_id: 99 }} may_lead={false} student={null} />)
  await page.doing(() => expect.poll(() => document.body.textContent).toContain('页面不存在'))
  expect(page.all('[role=alert]')).toEqual([])
  await page.close()
})

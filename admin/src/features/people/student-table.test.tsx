// @vitest-environment happy-dom
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useLayoutEffect, useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { CorrectDialog } from './correct-dialog.tsx'
import { StudentTable } from './student-table.tsx'

beforeAll(() => loadTexts('zh-CN'))

const student = (id: number) =>
  sampleOf(peopleAdmin.list.output.properties.list.items, {
    ...{ id, nickname: `同学${id}`, real_name: `同学${id}`, username: `s${id}`, student_no: null, class_name: '一班' },
    ...{ guilds: [], guild_count: 0, disabled: false, last_login_at: null },
  })

test('a teacher who selects a hundred and first student keeps the first', async () => {
  const list = Array.from({ length: 101 }, (_, at) => student(at + 1))
  let chosen: readonly number[] = []
  const Selecting = () => {
    const [ids, setIds] = useState<readonly number[]>([])
    useLayoutEffect(() => void (chosen = ids))
    const order = { sort: 'name' as const, descending: false }
    return <StudentTable list={list} chosen={ids} onChoose={setIds} order={order} onOrder={() => undefined} />
  }
  const page = await openPage(<Selecting />)
  await page.doing(() => page.all('input')[0]?.click())
  expect(chosen).toHaveLength(100)
  await page.doing(() => page.all('input')[101]?.click())
  expect(chosen).toEqual(list.slice(0, 100).map(({ id }) => id))
  await page.doing(() => page.all('input')[1]?.click())
  await page.doing(() => page.all('input')[101]?.click())
  expect(chosen).toEqual(list.slice(1).map(({ id }) => id))
  await page.close()
})

test('a teacher who clears the name of a student is told that it stays, and nothing is saved', async () => {
  const sent: unknown[] = []
  connect(async ({ input }) => {
    sent.push(input)
    return { code: 1, msg: '', time: 0, data: {} }
  })
  const page = await openPage(<CorrectDialog student={student(7)} onClose={() => undefined} />)
  await page.write(page.all('input')[0]!, ' ')
  await page.doing(() => page.named('button', '保存').click())
  expect(document.body.textContent).toContain('姓名不能清空')
  expect(sent).toEqual([])
  await page.write(page.all('input')[0]!, '林雨桐')
  await page.doing(() => page.named('button', '保存').click())
  expect(sent).toEqual([{ user_id: 7, real_name: '林雨桐' }])
  await page.close()
})

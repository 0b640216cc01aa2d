// @vitest-environment happy-dom
import { MeContext, type Me } from '@tongchuang/ui/me.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { instantOf } from '@tongchuang/ui/wall-clock.ts'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Extensions } from './extensions.tsx'
import type { Extension } from './queries.ts'

beforeAll(() => loadTexts('zh-CN'))

test('a teacher who leaves a request for more time half answered grants the time written down, not the one asked for', async () => {
  const asked: Record<string, unknown>[] = []
  connect(async ({ input }) => {
    asked.push(input as Record<string, unknown>)
    return { code: 1, msg: '', time: 0, data: {} }
  })
  const request = {
    ...{ id: 5, status: 'open', reason: '病了', created_at: new Date(0).toISOString(), answer: '', answered_at: null },
    ...{ wanted_until: instantOf('2026-12-10T22:00'), until: null, task_title: '调查' },
    student: { user_id: 3, nickname: '小林', real_name: '林雨桐', class_name: '', avatar: '' },
  } as unknown as Extension
  const opened = () =>
    openPage(
      <MeContext value={{ id: 11 } as unknown as Me}>
        <Extensions list={[request]} />
      </MeContext>,
    )
  const before = await opened()
  await before.write(before.all('input')[0]!, '2026-12-03T22:00')
  await before.write(before.all('input')[1]!, '最多到3号')
  await before.close()
  const page = await opened()
  expect(page.all('input').map((field) => (field as HTMLInputElement).value)).toEqual(['2026-12-03T22:00', '最多到3号'])
  await page.doing(() => page.all('button').at(-1)?.click())
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  expect(asked).toEqual([{ id: 5, grant: true, until: instantOf('2026-12-03T22:00'), answer: '最多到3号' }])
  await page.close()
})

// @vitest-environment happy-dom
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { MeContext, type Me } from '@tongchuang/ui/me.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { CreateTask } from './create-task.tsx'

beforeAll(() => loadTexts('zh-CN'))

const opened = () =>
  openPage(
    <MeContext value={{ id: 11 } as unknown as Me}>
      <CreateTask guild_id={6} onClose={() => undefined} />
    </MeContext>,
  )

test('the title of a new task outlives a press beside its dialog, and is gone once the task is made', async () => {
  const made: unknown[] = []
  connect(async ({ path, input }) => {
    if (path === taskEditing.create.path) made.push((input as { title: string }).title)
    return { code: 1, msg: '', time: 0, data: { id: 3, list: [], next: null } }
  })
  const title = (page: Awaited<ReturnType<typeof opened>>) => page.all('dialog input')[0] as HTMLInputElement
  const before = await opened()
  await before.write(title(before), '量一量影子的长度')
  await before.close()
  const page = await opened()
  expect(title(page).value).toBe('量一量影子的长度')
  await page.doing(() => page.all('form')[0]?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  expect(made).toEqual(['量一量影子的长度'])
  await page.close()
  const next = await opened()
  expect(title(next).value).toBe('')
  await next.close()
})

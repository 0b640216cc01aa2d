// @vitest-environment happy-dom
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Chapters } from './chapters.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('a teacher who only goes through the names of chapters leaves the one that a colleague has just given', async () => {
  let title = '第一章'
  const sent: unknown[] = []
  connect(async ({ path, input }) => {
    if (path !== taskListsAdmin.chapters.path) sent.push(input)
    const list = [
      { id: 1, title, task_count: 0 },
      { id: 2, title: '第二章', task_count: 0 },
    ]
    return { code: 1, msg: '', time: 0, data: list }
  })
  const page = await openPage(<Chapters guild_id={6} onClose={() => undefined} />)
  const settle = () => page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  await settle()
  const field = (at: number) => elementOf(HTMLInputElement, page.all('ol input')[at])
  const goThrough = async (at: number, typed?: string) => {
    await page.doing(() => field(at).focus())
    if (typed !== undefined) field(at).value = typed
    await page.doing(() => field(at).blur())
    await settle()
  }
  // The list is reloaded with the saved title of the other chapter.
  title = '勾股定理'
  await goThrough(1, '第二章（上）')
  await goThrough(0)
  expect(sent).toMatchObject([{ id: 2, title: '第二章（上）' }])
  expect(field(0).value).toBe('勾股定理')
  await page.close()
})

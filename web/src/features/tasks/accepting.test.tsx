// @vitest-environment happy-dom
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { toasts } from '@tongchuang/ui/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { mapQuery } from '../../queries/task-map.ts'
import { GuildTaskList } from './guild-task-list.tsx'

const task = {
  ...{ id: 9, guild_id: 1, guild_name: '一班', title: '读书笔记', type: 'main', state: 'available', lock: [] },
  ...{ channel: 'online', capacity: null, summary: '', due_at: null, last_at: null, late: false, score: null },
  ...{ draft_saved_at: null, mark_count: 0, difficulty: 1, accepted_count: 0, max_score: 100 },
}

/** Another part of the page, which is renewed together with the list. */
const Map = () => {
  useQuery(mapQuery(1, 'all'))
  return null
}

test('a student who takes a task from the list of a guild is told so, although its row is in another group before all is renewed', async () => {
  for (const part of ['auth', 'inside', 'school'] as const) await loadTexts(part)
  toasts.set([])
  let state = 'available'
  connect(async ({ path }) => {
    if (path === tasks.accept.path) state = 'doing'
    if (path === studentTask.menu.path && state === 'doing') await new Promise(() => undefined)
    const data = { list: [{ ...task, state }], next: null, states: { all: 1 } }
    return { code: 1, msg: '', time: 0, data }
  })
  const page = await openPage(
    <>
      <Map />
      <GuildTaskList guild_id={1} type="all" counts={[]} pathOf={(type) => `/${type}`} />
    </>,
  )
  const until = (look: () => void) =>
    vi.waitFor(async () => {
      await page.doing(() => new Promise((resolve) => setTimeout(resolve, 10)))
      look()
    }, 5000)
  await until(() => page.named('button', '接取任务'))
  await page.doing(() => page.named('button', '接取任务').click())
  await until(() => page.named('a', '去提交'))
  expect(toasts.get().map(({ text }) => text)).toEqual(['已接取「读书笔记」'])
  await page.close()
})

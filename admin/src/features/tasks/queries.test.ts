import { connect } from '@tongchuang/ui/send.ts'
import { QueryClient } from '@tanstack/react-query'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { sentWith } from '@tongchuang/contract/testing/sample.ts'
import { expect, test } from 'vitest'
import { guildTasksQuery } from './queries.ts'

test('a teacher finds every task of the guild among those that can come before another, also past a hundred', async () => {
  const tasks = Array.from({ length: 140 }, (_, at) => ({ id: at + 1, title: `任务${at + 1}`, status: 'open' }))
  connect(async ({ input }) => {
    const { after = '0', limit = 20 } = sentWith(taskListsAdmin.tasks, input)
    const next = Number(after) + limit < tasks.length ? String(Number(after) + limit) : null
    const list = tasks.slice(Number(after), Number(after) + limit)
    return { code: 1, msg: '', time: 0, data: { list, total: tasks.length, page: 1, limit, next } }
  })
  const choices = await new QueryClient().fetchQuery(guildTasksQuery(4))
  expect(choices).toEqual(tasks)
})

import { connect } from '@tongchuang/ui/send.ts'
import { QueryClient } from '@tanstack/react-query'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { sentWith } from '@tongchuang/contract/testing/sample.ts'
import { expect, test } from 'vitest'
import { tasksQuery } from './queries.ts'

test('a teacher with a year of tasks finds this week’s among those whose list can be looked at', async () => {
  const year = Array.from({ length: 130 }, (_, week) => ({
    ...{ id: week + 1, set_id: null, title: `第${week + 1}次作业`, guild_name: '一班', status: 'open', classes: [] },
  }))
  connect(async ({ input }) => {
    const { sort, limit } = sentWith(taskListsAdmin.tasks, input)
    // As the server orders them: by date the oldest comes first.
    const list = (sort === 'due' ? year : year.toReversed()).slice(0, limit)
    return { code: 1, msg: '', time: 0, data: { list, total: year.length, page: 1, limit, next: 'more' } }
  })
  const { choices, isMore } = await new QueryClient().fetchQuery(tasksQuery)
  expect(choices[0]?.title).toBe('第130次作业')
  expect(isMore).toBe(true)
})

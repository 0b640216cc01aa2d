import type { Input, Output } from '@tongchuang/contract/call.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { missingKey } from '../../queries/keys.ts'

export type Missing = Output<typeof reviewToolsAdmin.missing>['list'][number]

/** Tasks to choose from, those due soonest first. */
export const tasksQuery = queryOptions({
  queryKey: [...missingKey, 'tasks'],
  queryFn: async () =>
    (await sendQuietly(taskListsAdmin.tasks, { sort: 'due', limit: 100 })).list.filter(
      ({ status }) => status === 'open' || status === 'closed',
    ),
})

/** The task one looks at. */
export const taskQuery = (id: number) =>
  queryOptions({ queryKey: [...missingKey, 'task', id], queryFn: () => sendQuietly(taskEditing.form, { id }) })

/** Who has nothing handed in for a task. */
export const missingQuery = (task_id: number) =>
  infiniteQueryOptions({
    queryKey: [...missingKey, 'list', task_id],
    queryFn: ({ pageParam }) =>
      sendQuietly(reviewToolsAdmin.missing, { task_id, limit: 100, ...(pageParam && { after: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

export type Who = 'accepted' | 'submitted'
export type Holder = Output<typeof reviewToolsAdmin.holders>['list'][number]

/** Who holds a task, or has handed in for it. */
export const holdersQuery = (task_id: number, who: Who) =>
  infiniteQueryOptions({
    queryKey: [...missingKey, who, task_id],
    queryFn: ({ pageParam }) =>
      sendQuietly(reviewToolsAdmin.holders, { task_id, who, limit: 100, ...(pageParam && { after: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

const useChange = <I, O>(work: (input: I) => Promise<O>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSettled: () => client.invalidateQueries({ queryKey: [...missingKey, 'list'] }),
  })
}

export const useRemind = () =>
  useChange((input: Input<typeof reviewToolsAdmin.remind>) => send(reviewToolsAdmin.remind, input))
export const useExtend = () => useChange((input: Input<typeof tasksAdmin.extend>) => send(tasksAdmin.extend, input))
export const useExcuse = () => useChange((input: Input<typeof tasksAdmin.excuse>) => send(tasksAdmin.excuse, input))

import type { Input, Output } from '@tongchuang/contract/call.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { missingKey } from '../../queries/keys.ts'
import { renewStandings } from '../../queries/standings.ts'

export type Missing = Output<typeof reviewToolsAdmin.missing>['list'][number]

type Listed = Output<typeof taskListsAdmin.tasks>['list'][number]
/** A task to choose; with `set_id`, all classes of a set. */
export type Choice = { id: number; set_id: number | null; title: string; guild_name: string }

const isOut = ({ status }: Pick<Listed, 'status'>): boolean => status === 'open' || status === 'closed'

/** The choices for a task; for a set, first all its classes together, then each class. */
const choicesOf = (task: Listed): Choice[] => {
  const own = (task.classes.length > 0 ? task.classes : [task]).filter(isOut)
  const each = own.map(({ id, title, guild_name }) => ({ id, set_id: null, title, guild_name }))
  const { id, set_id, title } = task
  return set_id !== null && own.length > 1 ? [{ id, set_id, title, guild_name: '' }, ...each] : each
}

/** How many tasks one can choose from; the page of tasks leads to the others. */
export const mostTasks = 100

/**
 * Tasks to choose from, the newest first: by due date the hundred would be those of last year; and whether there are
 * earlier ones.
 */
export const tasksQuery = queryOptions({
  queryKey: [...missingKey, 'tasks'],
  queryFn: async () => {
    const { list, next } = await sendQuietly(taskListsAdmin.tasks, { sort: 'new', limit: mostTasks, grouped: true })
    return { choices: list.flatMap(choicesOf), isMore: next !== null }
  },
})

/** One task, by its id. */
export const taskQuery = (id: number) =>
  queryOptions({ queryKey: [...missingKey, 'task', id], queryFn: () => sendQuietly(taskEditing.form, { id }) })

/** One task, or the tasks of all classes of a set. */
export type Of = { task_id: number } | { set_id: number }

/** The students with nothing handed in for a task, or in any class of a set. */
export const missingQuery = (of: Of) =>
  infiniteQueryOptions({
    queryKey: [...missingKey, 'list', of],
    queryFn: ({ pageParam }) =>
      sendQuietly(reviewToolsAdmin.missing, { ...of, limit: 100, ...(pageParam && { after: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

/** The number of students a reminder in all classes of a set would reach now, by class. */
export const reachQuery = (set_id: number) =>
  queryOptions({
    queryKey: [...missingKey, 'list', 'reach', set_id],
    queryFn: async () => (await sendQuietly(reviewToolsAdmin.missing, { set_id, limit: 1 })).can_remind,
    gcTime: 0,
  })

export type Who = 'accepted' | 'submitted'
export type Holder = Output<typeof reviewToolsAdmin.holders>['list'][number]

/** The students who accepted a task, or have submitted for it. */
export const holdersQuery = (task_id: number, who: Who) =>
  infiniteQueryOptions({
    queryKey: [...missingKey, who, task_id],
    queryFn: ({ pageParam }) =>
      sendQuietly(reviewToolsAdmin.holders, { task_id, who, limit: 100, ...(pageParam && { after: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

const useChange = <I, O>(work: (input: I) => Promise<O>, renew: (client: QueryClient) => Promise<void>) => {
  const client = useQueryClient()
  return useMutation({ mutationFn: work, onSettled: () => renew(client) })
}

const renewList = (client: QueryClient) => client.invalidateQueries({ queryKey: [...missingKey, 'list'] })

export const useRemind = () =>
  useChange((input: Input<typeof reviewToolsAdmin.remind>) => send(reviewToolsAdmin.remind, input), renewList)
export const useExtend = () =>
  useChange((input: Input<typeof tasksAdmin.extend>) => send(tasksAdmin.extend, input), renewStandings)
export const useExcuse = () =>
  useChange((input: Input<typeof tasksAdmin.excuse>) => send(tasksAdmin.excuse, input), renewStandings)

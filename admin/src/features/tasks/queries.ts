import type { Input, Output } from '@tongchuang/contract/call.ts'
import { criteriaSetsAdmin } from '@tongchuang/contract/criteria-sets.admin.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { taskSetsAdmin } from '@tongchuang/contract/task-sets.admin.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { everyPage } from '../../queries/every-page.ts'
import { everyGuild } from '../../queries/guilds.ts'
import { guildsKey, tasksKey } from '../../queries/keys.ts'
import { renewStandings } from '../../queries/standings.ts'

export type TaskForm = Output<typeof taskEditing.form>
export type ClassOutcome = Output<typeof taskEditing.update>['classes'][number]
export type SetMember = NonNullable<TaskForm['set']>['members'][number]
export type ListedTask = Output<typeof taskListsAdmin.tasks>['list'][number]
export type ListedClass = ListedTask['classes'][number]
export type BulkAct = Input<typeof taskListsAdmin.bulk>['act']
export type Filter = Pick<
  Input<typeof taskListsAdmin.tasks>,
  'guild_id' | 'status' | 'due_soon' | 'type' | 'keyword' | 'sort'
>

/** Everything about tasks begins with this key. */

export const taskListQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [...tasksKey, 'list', filter],
    queryFn: ({ pageParam }) =>
      sendQuietly(taskListsAdmin.tasks, {
        ...filter,
        grouped: true,
        limit: 50,
        ...(pageParam && { after: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

export const taskQuery = (id: number) =>
  queryOptions({
    queryKey: [...tasksKey, 'one', id],
    queryFn: () => sendQuietly(taskEditing.form, { id }),
    staleTime: 0,
  })

export const previewQuery = (id: number) =>
  queryOptions({
    queryKey: [...tasksKey, 'preview', id],
    queryFn: () => sendQuietly(taskEditing.preview, { id }),
    staleTime: 0,
  })

export const chaptersQuery = (guild_id: number) =>
  queryOptions({
    queryKey: [...tasksKey, 'chapters', guild_id],
    queryFn: () => sendQuietly(taskListsAdmin.chapters, { guild_id }),
  })

/** The guilds whose tasks the user sees, including archived ones. */
export const guildChoicesQuery = queryOptions({
  queryKey: [...guildsKey, 'all-choices'],
  queryFn: () => everyGuild(),
})

/** A mutation of tasks: reloads the lists, and what is expected of students. */
export const useTaskChange = <I, O>(work: (input: I) => Promise<O>) => {
  const client = useQueryClient()
  return useMutation({ mutationFn: work, onSettled: () => renewStandings(client) })
}

export const createTask = (input: Input<typeof taskEditing.create>) => send(taskEditing.create, input)
export const saveTask = (input: Input<typeof taskEditing.update>) => sendQuietly(taskEditing.update, input)
/** Gives a task to classes: a draft in each. */
export const spreadTask = (input: Input<typeof taskSetsAdmin.spread>) => send(taskSetsAdmin.spread, input)
/** Takes a class out of its set. */
export const takeOutTask = (id: number) => send(taskSetsAdmin.takeOut, { id })
export const copyTask = (id: number) => send(taskEditing.copy, { id })
export const bulkTasks = (input: Input<typeof taskListsAdmin.bulk>) => send(taskListsAdmin.bulk, input)
export const saveChapter = (input: Input<typeof taskListsAdmin.saveChapter>) => send(taskListsAdmin.saveChapter, input)
export const removeChapter = (input: Input<typeof taskListsAdmin.removeChapter>) =>
  send(taskListsAdmin.removeChapter, input)
export const arrangeChapters = (input: Input<typeof taskListsAdmin.arrangeChapters>) =>
  send(taskListsAdmin.arrangeChapters, input)

export type Act = 'publish' | 'unpublish' | 'open' | 'close' | 'archive' | 'trash' | 'restore'

type ToDo = { id: number; act: Act; now?: boolean; also?: 'set' | undefined }

/**
 * Performs an action on a whole task; publishing a draft includes its set. Returns the outcomes in the other classes.
 */
export const actOnTask = async ({ id, act, now = false, also }: ToDo): Promise<readonly ClassOutcome[]> => {
  if (act === 'publish') return (await send(taskEditing.publish, { id, now, ...(also && { also }) })).classes
  if (act === 'open' || act === 'close') await send(tasksAdmin[act], { id })
  else await send(taskEditing[act], { id })
  return []
}

/** The tasks of a guild by title, to choose from. */
export const guildTasksQuery = (guild_id: number) =>
  queryOptions({
    queryKey: [...tasksKey, 'choices', guild_id],
    queryFn: async () => {
      const all = await everyPage((from) => sendQuietly(taskListsAdmin.tasks, { guild_id, sort: 'title', ...from }))
      return all.map(({ id, title, status }) => ({ id, title, status }))
    },
  })

/** The user’s sets of criteria and those of the guild. */
export const criteriaSetsQuery = (guild_id: number) =>
  queryOptions({
    queryKey: [...tasksKey, 'criteria-sets', guild_id],
    queryFn: () => sendQuietly(criteriaSetsAdmin.list, { guild_id }),
    staleTime: 0,
  })

export const keepCriteria = (input: Input<typeof criteriaSetsAdmin.create>) => send(criteriaSetsAdmin.create, input)
export const renameCriteriaSet = (input: Input<typeof criteriaSetsAdmin.update>) =>
  send(criteriaSetsAdmin.update, input)
export const removeCriteriaSet = (id: number) => send(criteriaSetsAdmin.remove, { id })

import type { Output } from '@tongchuang/contract/call.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import type { TaskCard, TaskState } from '@tongchuang/contract/tasks.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { acceptFailure } from '../../locales/lock-words.ts'
import { useTexts } from '../../locales/texts.ts'
import { myVersionsKey, tasksKey } from '../../queries/keys.ts'
import { renewTaskState } from '../../queries/student-task.ts'

export type DoingTask = Output<typeof tasks.listDoing>['list'][number]
export type MyVersion = Output<typeof submissions.mine>['list'][number]
export type TaskType = 'all' | TaskCard['type']
export type TaskSort = 'default' | 'due' | 'new'

/** The tasks the user is working on, a handful in each guild; 0 means all the user's guilds. */
export const doingQuery = (guild_id = 0) =>
  queryOptions({
    queryKey: [...tasksKey, 'doing', guild_id],
    queryFn: async () => (await sendQuietly(tasks.listDoing, { guild_id, limit: 100 })).list,
  })

type Listed = { guild_id?: number; type?: TaskType; state?: TaskState | undefined; sort?: TaskSort; limit?: number }

/** The tasks of one guild, or of all the user's guilds. */
export const taskListQuery = ({ guild_id = 0, type = 'all', state, sort = 'default', limit = 20 }: Listed) =>
  infiniteQueryOptions({
    queryKey: [...tasksKey, 'list', guild_id, type, state ?? '', sort, limit],
    queryFn: ({ pageParam }) =>
      sendQuietly(tasks.listByGuild, {
        guild_id,
        type,
        sort,
        limit,
        ...(state ? { state } : {}),
        ...(pageParam ? { after: pageParam } : {}),
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

/** All of the user's versions, newest first. */
export const myVersionsQuery = infiniteQueryOptions({
  queryKey: myVersionsKey,
  queryFn: ({ pageParam }) => sendQuietly(submissions.mine, { limit: 100, ...(pageParam ? { after: pageParam } : {}) }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next,
})

/** Accepts a task and renews the lists, also when the request was refused because the state had changed. */
export const useAccept = () => {
  const client = useQueryClient()
  const { tasks: words, square } = useTexts()
  return useMutation({
    mutationFn: ({ id }: Pick<TaskCard, 'id' | 'title'>) => sendQuietly(tasks.accept, { id }),
    // Said here, because the row has moved to another group of the list by the time the lists are renewed.
    onSuccess: (_, { title }) => showToast(square.acceptedNow(title), 'success'),
    onError: (error) => showToast(acceptFailure(error, words.locks)),
    onSettled: () => renewTaskState(client),
  })
}

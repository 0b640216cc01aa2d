import type { Output } from '@tongchuang/contract/call.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { profileKey } from '@tongchuang/ui/profile.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions } from '@tanstack/react-query'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { growthKey, guildsKey, messagesKey, searchKey, studentTaskKey, tasksKey } from './keys.ts'

export type StudentTask = Output<typeof studentTask.detail>
export type Submission = Output<typeof studentTask.submission>
export type Feedback = StudentTask['feedback'][number]

/**
 * Changes of a task’s state that are on their way, by task. What is read of the task meanwhile waits for the answer: it
 * would tell the state before, and take back on the screen what the student has pressed.
 */
export const stateChanges = new Map<number, Promise<unknown>>()

/**
 * Everything about one task of the user. Read again at every visit, since the teacher may have answered; data read
 * ahead for the first page counts as part of that visit.
 */
export const studentTaskQuery = (id: number) =>
  queryOptions({
    queryKey: [...studentTaskKey, 'one', id],
    queryFn: async () => {
      await stateChanges.get(id)?.catch(() => undefined)
      return sendQuietly(studentTask.detail, { id })
    },
    enabled: id > 0,
    staleTime: ({ state }) => (state.dataUpdateCount === 1 ? 2_000 : 0),
  })

/** One of the user's versions, with its receipt. */
export const submissionQuery = (id: number) =>
  queryOptions({
    queryKey: [...studentTaskKey, 'submission', id],
    queryFn: () => sendQuietly(studentTask.submission, { id }),
  })

const renew = (client: QueryClient, keys: readonly QueryKey[]): Promise<unknown> =>
  Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))

const withState = [studentTaskKey, tasksKey, guildsKey, searchKey]

/**
 * Called when the state of a task has changed: renews its page and map, the lists, the cards of guilds and the search.
 */
export const renewTaskState = (client: QueryClient): Promise<unknown> => renew(client, withState)

/**
 * Called when a version has arrived or was withdrawn, which changes the task’s state, a day of activity and possibly
 * the messages.
 */
export const renewSubmissions = (client: QueryClient): Promise<unknown> =>
  renew(client, [...withState, growthKey, profileKey, messagesKey])

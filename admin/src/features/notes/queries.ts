import type { Input, Output } from '@tongchuang/contract/call.ts'
import { notesAdmin } from '@tongchuang/contract/notes.admin.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { homeKey, reviewKey } from '../../queries/keys.ts'

export type WaitingThread = Output<typeof notesAdmin.waiting>['list'][number]
export type Between = { task_id: number; user_id: number }

// The student or another member of staff may have written meanwhile, so returning to the page reloads.
const fresh = { staleTime: 5_000, refetchOnWindowFocus: 'always' } as const

/** Students who wait for an answer under a result, longest wait first. */
export const waitingQuery = infiniteQueryOptions({
  queryKey: [...reviewKey, 'notes', 'waiting'],
  queryFn: ({ pageParam }) => sendQuietly(notesAdmin.waiting, { limit: 30, ...(pageParam && { after: pageParam }) }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next,
  ...fresh,
})

/** What a student and the staff wrote under the result of a task, newest first. */
export const threadQuery = ({ task_id, user_id }: Between) =>
  infiniteQueryOptions({
    queryKey: [...reviewKey, 'notes', task_id, user_id],
    queryFn: ({ pageParam }) =>
      sendQuietly(notesAdmin.list, { task_id, user_id, ...(pageParam && { after: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    ...fresh,
  })

const useChange = <I, O>({ task_id, user_id }: Between, call: (input: I) => Promise<O>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    // Also after a refusal, because a colleague or the student may have acted first. The open list of waiting students
    // is not reloaded, so its rows stay.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [...reviewKey, 'notes', task_id, user_id] }),
        client.invalidateQueries({ queryKey: [...reviewKey, 'summary'] }),
        client.invalidateQueries({ queryKey: homeKey }),
      ]),
  })
}

/** Writes to the student; a failure is shown beside the text, which stays. */
export const useWrite = (thread: Between) =>
  useChange(thread, (input: { content: string; key: string }) => sendQuietly(notesAdmin.write, { ...thread, ...input }))
export const useEdit = (thread: Between) =>
  useChange(thread, (input: Input<typeof notesAdmin.edit>) => sendQuietly(notesAdmin.edit, input))
export const useRemove = (thread: Between) =>
  useChange(thread, (input: Input<typeof notesAdmin.remove>) => send(notesAdmin.remove, input))
export const useSettle = (thread: Between) =>
  useChange(thread, (seen: number) => send(notesAdmin.settle, { ...thread, seen }))
export const useHide = (thread: Between) =>
  useChange(thread, (input: Input<typeof notesAdmin.hide>) => send(notesAdmin.hide, input))
export const useRestore = (thread: Between) =>
  useChange(thread, (note_id: number) => send(notesAdmin.restore, { note_id }))

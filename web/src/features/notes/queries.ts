import type { Input } from '@tongchuang/contract/call.ts'
import { discussions } from '@tongchuang/contract/discussions.ts'
import { notes } from '@tongchuang/contract/notes.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { notesKey } from '../../queries/keys.ts'

/**
 * The notes of the user and the staff under the result of a task, newest first. Read again when the window regains the
 * focus.
 */
export const notesQuery = (task_id: number) =>
  infiniteQueryOptions({
    queryKey: notesKey(task_id),
    queryFn: ({ pageParam }) => sendQuietly(notes.list, { task_id, ...(pageParam ? { after: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    staleTime: 5_000,
    refetchOnWindowFocus: 'always',
  })

const useChange = <I, O>(task_id: number, call: (input: I) => Promise<O>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    // Also after a refusal: the other side may have been faster.
    onSettled: () => client.invalidateQueries({ queryKey: notesKey(task_id) }),
  })
}

/** Writes to staff; a failure is shown beside the text, which stays. */
export const useWrite = (task_id: number) =>
  useChange(task_id, (input: { content: string; key: string; file_id?: number }) =>
    sendQuietly(notes.write, { task_id, ...input }),
  )

/** Changes a note of the user. */
export const useEdit = (task_id: number, note_id: number) =>
  useChange(task_id, (content: string) => sendQuietly(notes.edit, { note_id, content }))

/** Takes back a note of the user, or restores it; the list shows when it can no longer be restored. */
export const useRemove = (note_id: number) =>
  useMutation({ mutationFn: (undo: boolean) => send(notes.remove, { note_id, undo }) })

/** Reports a note of staff to the moderators; it disappears for the reporter. */
export const useReport = (task_id: number, id: number) =>
  useChange(task_id, (input: Pick<Input<typeof discussions.report>, 'reason' | 'note'>) =>
    send(discussions.report, { target: 'note', id, ...input }),
  )

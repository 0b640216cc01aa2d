import type { Output } from '@tongchuang/contract/call.ts'
import { desk } from '@tongchuang/contract/desk.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { works } from '@tongchuang/contract/works.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { acceptFailure } from '../../locales/lock-words.ts'
import { useTexts } from '../../locales/texts.ts'

export type DeskTask = Output<typeof desk.task>
export type Submission = Output<typeof desk.submission>
export type Feedback = DeskTask['feedback'][number]
export type TaskMap = Output<typeof tasks.menu>
export type MapNode = TaskMap['groups'][number]['children'][number]
export type TypeName = TaskMap['tabs'][number]['type']
export type Share = DeskTask['versions'][number]['share']

/** Everything about one task of mine; the writing desk reads the same answer. A visit asks anew: the teacher may have answered. */
export const deskQuery = (id: number) =>
  queryOptions({
    queryKey: ['desk', 'task', id],
    queryFn: () => sendQuietly(desk.task, { id }),
    enabled: id > 0,
    staleTime: 0,
  })

/** The map of a guild's tasks. */
export const mapQuery = (guild_id: number, type: TypeName) =>
  queryOptions({
    queryKey: ['desk', 'map', guild_id, type],
    queryFn: () => sendQuietly(tasks.menu, { guild_id, type }),
    enabled: guild_id > 0,
  })

/** One version of mine with its receipt. */
export const submissionQuery = (id: number) =>
  queryOptions({ queryKey: ['desk', 'submission', id], queryFn: () => sendQuietly(desk.submission, { id }) })

/** The page as it will be once the server has agreed. */
const accepted = (page: DeskTask): DeskTask => ({
  ...page,
  task: { ...page.task, state: 'doing' },
  can: { ...page.can, accept: false, abort: true, submit: true },
})

const aborted = (page: DeskTask): DeskTask => ({
  ...page,
  task: { ...page.task, state: 'aborted' },
  can: { ...page.can, accept: true, abort: false, submit: false, ask_extension: false },
})

/** Accepting and giving up: shown at once, taken back where the server refuses; both may be sent twice without harm. */
export const useStep = (id: number) => {
  const client = useQueryClient()
  const {
    desk: texts,
    tasks: { locks },
  } = useTexts()
  const { queryKey } = deskQuery(id)
  const mutationKey = ['step', id]
  const mutation = useMutation({
    mutationKey,
    mutationFn: (step: { kind: 'accept' } | { kind: 'abort'; reason?: string }) =>
      step.kind === 'accept'
        ? sendQuietly(tasks.accept, { id })
        : sendQuietly(tasks.abort, step.reason ? { id, reason: step.reason } : { id }),
    onMutate: async ({ kind }) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      if (before) client.setQueryData(queryKey, kind === 'accept' ? accepted(before) : aborted(before))
      return before
    },
    onError: (error, _step, before) => {
      showToast(acceptFailure(error, locks))
      if (before) client.setQueryData(queryKey, before)
    },
    onSuccess: (_answer, { kind }) => showToast(kind === 'accept' ? texts.accepted : texts.aborted, 'success'),
    // Lists, maps and the menu of every other page speak of it as well.
    onSettled: () => client.invalidateQueries(),
  })
  const step: typeof mutation.mutate = (...given) => {
    // The second click of a double one comes before the page is drawn anew.
    if (client.isMutating({ mutationKey }) === 0) mutation.mutate(...given)
  }
  return { ...mutation, mutate: step }
}

/** Runs a call of the dialogs; what was shown before it is asked anew. */
export const useDeskCall = <Given>(call: (given: Given) => Promise<unknown>, done: string, onDone: () => void) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: () => {
      showToast(done, 'success')
      onDone()
    },
    onSettled: () => client.invalidateQueries(),
  })
}

export const withdraw = (submit_id: number) => send(submissions.withdraw, { submit_id })
export const setShare = (given: { submit_id: number; share: Share }) => send(works.share, given)
export const appeal = (given: { submit_id: number; text: string }) => send(reviews.appeal, given)
export const askExtension = (given: { task_id: number; reason: string; wanted_until: string }) =>
  send(reviews.askExtension, given)

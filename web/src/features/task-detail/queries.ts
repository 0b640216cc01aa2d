import { tasks } from '@tongchuang/contract/tasks.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { acceptFailure } from '../../locales/lock-words.ts'
import { useTexts } from '../../locales/texts.ts'
import { renewTaskState, stateChanges, studentTaskQuery } from '../../queries/student-task.ts'
import type { StudentTask } from '../../queries/student-task.ts'
import type { TaskMap } from '../../queries/task-map.ts'

export type TypeName = TaskMap['tabs'][number]['type']
export type Share = StudentTask['versions'][number]['share']

/** The page as shown before the server has confirmed that the task is accepted. */
const accepted = (page: StudentTask): StudentTask => ({
  ...page,
  task: { ...page.task, state: 'doing' },
  can: { ...page.can, accept: false, abort: true, submit: true },
})

const aborted = (page: StudentTask): StudentTask => ({
  ...page,
  task: { ...page.task, state: 'aborted' },
  can: { ...page.can, accept: true, abort: false, submit: false, ask_extension: false },
})

/** Sends a change of a task’s state, for which what is read of the task meanwhile waits. */
const changeState = async (id: number, change: Promise<unknown>): Promise<void> => {
  stateChanges.set(id, change)
  await change.finally(() => stateChanges.delete(id))
}

/** Accepts or gives up a task: shown at once, reverted if the server refuses; sending either twice is harmless. */
export const useStep = (id: number) => {
  const client = useQueryClient()
  const {
    taskDetail: texts,
    tasks: { locks },
  } = useTexts()
  const { queryKey } = studentTaskQuery(id)
  const mutationKey = ['step', id]
  const mutation = useMutation({
    mutationKey,
    mutationFn: (step: { kind: 'accept' } | { kind: 'abort'; reason?: string }) =>
      changeState(
        id,
        step.kind === 'accept'
          ? sendQuietly(tasks.accept, { id })
          : sendQuietly(tasks.abort, step.reason ? { id, reason: step.reason } : { id }),
      ),
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
    onSettled: () => renewTaskState(client),
  })
  const step: typeof mutation.mutate = (...given) => {
    // The second click of a double click arrives before the page is rendered again.
    if (client.isMutating({ mutationKey }) === 0) mutation.mutate(...given)
  }
  return { ...mutation, mutate: step }
}

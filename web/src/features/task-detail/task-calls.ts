import { reviews } from '@tongchuang/contract/reviews.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { works } from '@tongchuang/contract/works.ts'
import { send } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { worksKey } from '../../queries/keys.ts'
import { renewSubmissions, renewTaskState } from '../../queries/student-task.ts'
import type { Share } from './queries.ts'

type Change<Given> = { call: (given: Given) => Promise<unknown>; renew: (client: QueryClient) => Promise<unknown> }

/** Runs a call of a dialog, renews the data it changes, and closes the dialog if that is still open. */
export const useTaskCall = <Given>({ call, renew }: Change<Given>, done: string, onDone: () => void) => {
  const client = useQueryClient()
  const { isPending, mutateAsync } = useMutation({
    mutationFn: call,
    onSuccess: () => showToast(done, 'success'),
    onSettled: () => renew(client),
  })
  return { isPending, run: (given: Given) => mutateAsync(given, { onSuccess: onDone }) }
}

export const withdraw: Change<number> = {
  call: (submit_id) => send(submissions.withdraw, { submit_id }),
  renew: renewSubmissions,
}
export const setShare: Change<{ submit_id: number; share: Share }> = {
  call: (given) => send(works.share, given),
  renew: (client) => Promise.all([renewTaskState(client), client.invalidateQueries({ queryKey: worksKey })]),
}
export const appeal: Change<({ submit_id: number } | { task_id: number }) & { text: string }> = {
  call: (given) => send(reviews.appeal, given),
  renew: renewTaskState,
}
export const askExtension: Change<{ task_id: number; reason: string; wanted_until: string }> = {
  call: (given) => send(reviews.askExtension, given),
  renew: renewTaskState,
}

import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import type { Input, Output } from '@tongchuang/contract/call.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { peopleKey } from '../../queries/keys.ts'

export type Student = Output<typeof peopleAdmin.list>['list'][number]
export type StudentFilter = Omit<Input<typeof peopleAdmin.list>, 'after' | 'page' | 'limit'>

export type Shown = 'all' | 'never' | 'disabled'

/** What the words and the choices of the page ask for. */
export const filterOf = (keyword: string, shown: Shown, guild_id: number | undefined): StudentFilter => ({
  ...(guild_id ? { guild_id } : {}),
  ...(keyword ? { keyword } : {}),
  ...(shown === 'never' ? { never_in: true } : {}),
  ...(shown === 'disabled' ? { disabled: true } : {}),
})

/** Students by name or 学号, some at a time. */
export const studentsQuery = (filter: StudentFilter) =>
  infiniteQueryOptions({
    queryKey: [...peopleKey, filter],
    queryFn: ({ pageParam }) =>
      sendQuietly(peopleAdmin.list, { ...filter, limit: 50, ...(pageParam ? { after: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })

const useChange = <V, R>(work: (input: V) => Promise<R>) => {
  const client = useQueryClient()
  return useMutation({ mutationFn: work, onSuccess: () => client.invalidateQueries({ queryKey: peopleKey }) })
}

export const useResetPassword = () => useChange((user_id: number) => send(accountsAdmin.resetPassword, { user_id }))
export const useNewSlips = () => useChange((user_ids: number[]) => send(peopleAdmin.newSlips, { user_ids }))
export const useConfirmMobile = () =>
  useChange((input: Input<typeof accountsAdmin.confirmMobile>) => sendQuietly(accountsAdmin.confirmMobile, input))
export const useSetDisabled = () =>
  useChange((input: Input<typeof peopleAdmin.setDisabled>) => send(peopleAdmin.setDisabled, input))
export const useCorrect = () =>
  useChange((input: Input<typeof peopleAdmin.correct>) => send(peopleAdmin.correct, input))
export const useMerge = () => useChange((input: Input<typeof peopleAdmin.merge>) => send(peopleAdmin.merge, input))

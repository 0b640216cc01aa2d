import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import type { Input, Output } from '@tongchuang/contract/call.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { peopleKey } from '../../queries/keys.ts'

export type Student = Output<typeof peopleAdmin.list>['list'][number]
export type StudentFilter = Omit<Input<typeof peopleAdmin.list>, 'after' | 'page' | 'limit'>

export const sorts = ['login', 'name', 'class', 'seen'] as const
/** The order as written in the address: a column, prefixed with a minus if it is descending. */
export type Order = { sort: (typeof sorts)[number]; descending: boolean }

export const orderIn = (text: string | null): Order => {
  const sort = sorts.find((name) => name === text?.replace('-', '')) ?? 'login'
  return { sort, descending: text === `-${sort}` }
}

export const orderText = ({ sort, descending }: Order): string => `${descending ? '-' : ''}${sort}`

export type Shown = 'all' | 'never' | 'disabled'

/** The filters of the page, all kept in the address. */
export type Choices = {
  keyword: string
  shown: Shown
  guild: number | undefined
  class_name: string | undefined
  order: Order
}

/** The query for the search words and filters of the page. */
export const filterOf = ({ keyword, shown, guild, class_name, order }: Choices): StudentFilter => ({
  ...(guild ? { guild_id: guild } : {}),
  ...(class_name ? { class_name } : {}),
  ...(order.sort === 'login' ? {} : { sort: order.sort }),
  ...(order.descending ? { descending: true } : {}),
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

/** The classes of the students the user may see. */
export const classNamesQuery = queryOptions({
  queryKey: [...peopleKey, 'classes'],
  queryFn: () => sendQuietly(peopleAdmin.classes),
})

/** Exports a table; the server returns its address. */
export const exportPeople = (input: Input<typeof peopleAdmin.exportList>) => send(peopleAdmin.exportList, input)

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

import type { Input, Output } from '@tongchuang/contract/call.ts'
import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { gradesKey } from '../../queries/keys.ts'

export type GridPage = Output<typeof gradesAdmin.grid>
export type GradedGuild = Output<typeof gradesAdmin.guilds>[number]
export type GridFilter = Omit<Input<typeof gradesAdmin.grid>, 'after' | 'limit'>

/** The guilds whose grades the user may see. */
export const gradedGuildsQuery = queryOptions({
  queryKey: [...gradesKey, 'guilds'],
  queryFn: () => sendQuietly(gradesAdmin.guilds),
})

/** The grid of a guild or of all, a hundred students at a time. */
export const gridQuery = (filter: GridFilter) =>
  infiniteQueryOptions({
    queryKey: [...gradesKey, 'grid', filter],
    queryFn: ({ pageParam }) =>
      sendQuietly(gradesAdmin.grid, { ...filter, limit: 100, ...(pageParam !== '' && { after: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: ({ students }) => students.next,
    placeholderData: keepPreviousData,
  })

import type { Input, Output } from '@tongchuang/contract/call.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { discussions } from '@tongchuang/contract/discussions.ts'
import { works } from '@tongchuang/contract/works.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { partOf } from '@tongchuang/contract/records.ts'
import { myVersionsKey, studentTaskKey, worksKey } from '../../queries/keys.ts'
import { noteLikesChanged } from '../../queries/likes-changed.ts'
import { isPressed } from '../../queries/once-pressed.ts'

export type Work = Output<typeof works.list>['list'][number]
export type OpenWork = Output<typeof studentTask.submission>
export type Form = Work['form']
export type Sort = 'new' | 'like' | 'featured'
export type WorksFilter = {
  student_id?: number | undefined
  guild_id?: number | undefined
  form?: Form | undefined
  /** The start of the time span, as an instant. */
  from?: string | undefined
  featured?: boolean | undefined
  sort: Sort
}

const known = <T extends object>(given: T) => partOf(given, (_, value) => value !== undefined)

/** The works the user may see, page by page. */
export const worksQuery = (filter: WorksFilter, limit = 24) =>
  infiniteQueryOptions({
    queryKey: [...worksKey, 'list', filter, limit] as const,
    queryFn: ({ pageParam }) => sendQuietly(works.list, known({ ...filter, limit, after: pageParam || undefined })),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
  })

/** The query key of a list of works; its third part is the filter. */
export type WorksKey = readonly [string, string, WorksFilter, number]

/** The three works featured most recently, shown above the others. */
export const pickedQuery = (filter: WorksFilter) => worksQuery({ ...filter, featured: true, sort: 'new' }, 3)

/** One work, with everything the user may see of it. */
export const workQuery = (id: number) =>
  queryOptions({ queryKey: [...worksKey, 'one', id], queryFn: () => sendQuietly(studentTask.submission, { id }) })

type Liked = { liked: boolean; like_count: number }
const turned = <T extends Liked>(work: T, liked: boolean): T =>
  work.liked === liked ? work : { ...work, liked, like_count: Math.max(0, work.like_count + (liked ? 1 : -1)) }

export type WorkPages = InfiniteData<Output<typeof works.list>>

/** The mutation key of likes of works being sent. */
export const likeMutationKey = ['like', 'work'] as const

/** Updates a work in every cached list and in its own query. */
export const showWork = (client: QueryClient, id: number, change: <T extends Liked>(work: T) => T): void => {
  client.setQueriesData<WorkPages>(
    { queryKey: [...worksKey, 'list'] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          list: page.list.map((work) => (work.id === id ? change(work) : work)),
        })),
      },
  )
  client.setQueryData<OpenWork>([...worksKey, 'one', id], (work) => work && change(work))
}

/**
 * Likes or unlikes a work: shown at once wherever the work appears. The requests of one work run one after the other,
 * so that the last press counts; a failure of the last shows again what the server has.
 */
export const useLike = (id: number) => {
  const client = useQueryClient()
  const show = (change: <T extends Liked>(work: T) => T) => showWork(client, id, change)
  const mutationKey = [...likeMutationKey, id]
  const isLast = () => client.isMutating({ mutationKey }) === 1
  const mutation = useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: (like: boolean) => send(works.like, { submit_id: id, like }),
    onMutate: (like) => show((work) => turned(work, like)),
    onError: (_, like) => {
      if (!isLast()) return
      show((work) => turned(work, !like))
      // Asked again, because earlier presses may have failed as well.
      noteLikesChanged()
    },
    onSuccess: ({ liked, like_count }) => isLast() && show((work) => ({ ...work, liked, like_count })),
  })
  const press: typeof mutation.mutate = (...given) => {
    if (!isPressed(client, mutationKey, given[0])) mutation.mutate(...given)
  }
  return { ...mutation, mutate: press }
}

/** Reports a work to staff; it disappears from the reporter's lists. */
export const useReport = (id: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (said: Pick<Input<typeof discussions.report>, 'reason' | 'note'>) =>
      send(discussions.report, { target: 'submit', id, ...said }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...worksKey, 'list'] }),
  })
}

/** Sets who may see one's own work; the last choice counts. */
export const useShare = () => {
  const client = useQueryClient()
  const mutationKey = ['share']
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: (given: { submit_id: number; share: 'none' | 'guild' | 'site' }) => send(works.share, given),
    onSettled: () =>
      client.isMutating({ mutationKey }) > 1
        ? undefined
        : Promise.all([
            client.invalidateQueries({ queryKey: worksKey }),
            client.invalidateQueries({ queryKey: myVersionsKey }),
            client.invalidateQueries({ queryKey: studentTaskKey }),
          ]),
  })
}

import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { Button } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './guilds.module.css'
import { answerJoin, requestsQuery, useGuildChange } from './queries.ts'
import type { Guild } from './queries.ts'

/** A request; whoever asks again after an answer makes another one. */
const keyOf = ({ user_id, created_at }: { user_id: number; created_at: string }): string => `${user_id} ${created_at}`

/** The students waiting to be admitted. */
export const Requests = ({ guild }: { guild: Guild }) => {
  const { guilds } = useTexts()
  const { requests } = guilds
  const query = useInfiniteQuery(requestsQuery(guild.id))
  const answer = useGuildChange(answerJoin)
  // Out of the list with the answer, not once it is read again: nobody presses a second time.
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  const all = query.data?.pages.flatMap((page) => page.list) ?? []
  const say = (user_ids: number[], admit: boolean) =>
    answer.mutate(
      { guild_id: guild.id, user_ids, admit },
      {
        onSuccess: ({ answered: count }) => {
          const gone = all.filter(({ user_id }) => user_ids.includes(user_id)).map(keyOf)
          setAnswered((before) => new Set([...before, ...gone]))
          if (count > 0) showToast(requests.answered(count), 'success')
          else showToast(requests.answeredAlready, 'info')
        },
      },
    )

  if (query.error && !query.data) return <RegionError error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonList count={3} height={64} gap={8} />
  const list = all.filter((one) => !answered.has(keyOf(one)))
  // At most 100 per call, and only those listed, because the others have not been seen.
  const first = list.slice(0, 100).map(({ user_id }) => user_id)
  if (list.length === 0 && !query.isFetching) return <EmptyState title={requests.none}>{requests.noneHint}</EmptyState>
  return (
    <section aria-label={requests.title}>
      {guild.may.admit && list.length > 1 && (
        <div className={styles.filters}>
          <Button busy={answer.isPending} onClick={() => say(first, true)}>
            {query.hasNextPage || first.length < list.length ? requests.admitThese(first.length) : requests.admitAll}
          </Button>
        </div>
      )}
      <ul className={styles.rows}>
        {list.map((one) => {
          const name = one.real_name || one.nickname
          return (
            <li key={one.user_id}>
              <Avatar id={one.user_id} name={one.nickname} src={one.avatar} size={32} />
              <div className={styles.grow}>
                <b>{name}</b>
                <small>
                  <Moment at={one.created_at} /> · {requests.said(one.message)}
                </small>
              </div>
              {guild.may.admit && (
                <>
                  <Button
                    size="small"
                    tone="text"
                    aria-label={requests.refuseNamed(name)}
                    onClick={() => say([one.user_id], false)}
                  >
                    {requests.refuse}
                  </Button>
                  <Button size="small" aria-label={requests.admitNamed(name)} onClick={() => say([one.user_id], true)}>
                    <Check size={16} aria-hidden />
                    {requests.admit}
                  </Button>
                </>
              )}
            </li>
          )
        })}
      </ul>
      <LoadMore of={query} />
    </section>
  )
}

import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { Switch } from '@tongchuang/ui/switch.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { Choice } from './choice.tsx'
import { InGuild } from './in-guild.tsx'
import styles from './moderation.module.css'
import { OnePost } from './one-post.tsx'
import { PostRow } from './post-row.tsx'
import { newestPostQuery, postsQuery, roomQuery, useChange, type Guild } from './queries.ts'
import { useListFilter } from './use-list-filter.ts'

const shows = ['all', 'shown', 'held', 'hidden'] as const
const sorts = ['new', 'hot', 'unanswered'] as const

/** Settings of the whole discussion of one task. */
const Room = ({ task_id, guild, onLeave }: { task_id: number; guild: Guild; onLeave: () => void }) => {
  const { moderation } = useTexts()
  const { data, error, refetch } = useQuery(roomQuery(task_id))
  const lock = useChange(discussionsAdmin.lock)
  const first = useChange(discussionsAdmin.postFirst)
  return (
    <section className={styles.room} aria-label={moderation.room}>
      <header>
        <h2>{data?.task ?? moderation.room}</h2>
        <Button size="small" tone="text" onClick={onLeave}>
          {moderation.leaveTask}
        </Button>
      </header>
      {error && !data && <RegionError error={error} onRetry={() => void refetch()} />}
      {data && guild.may.moderate && (
        <>
          <Switch
            label={moderation.lock}
            hint={moderation.lockHint}
            checked={data.locked}
            busy={lock.isPending}
            onChange={(locked) => lock.mutate({ task_id, locked })}
          />
          <Switch
            label={moderation.postFirst}
            hint={moderation.postFirstHint}
            checked={data.post_first}
            busy={first.isPending}
            onChange={(post_first) => first.mutate({ task_id, post_first })}
          />
        </>
      )}
    </section>
  )
}

const List = ({ guild, choice }: { guild: Guild; choice: ReactNode }) => {
  const { moderation } = useTexts()
  const filter = useListFilter()
  const show = filter.pick('show', shows)
  const sort = filter.pick('sort', sorts)
  const posts = useInfiniteQuery(
    postsQuery({
      guild_id: guild.id,
      ...(filter.task_id && { task_id: filter.task_id }),
      ...(show !== 'all' && { visibility: show }),
      ...(sort !== 'new' && { sort }),
    }),
  )
  const list = posts.data?.pages.flatMap((page) => page.list) ?? []
  const isFiltered = show !== 'all' || sort === 'unanswered' || filter.task_id !== undefined
  return (
    <>
      <div className={styles.filters}>
        {choice}
        <Choice
          label={moderation.show}
          value={show}
          items={shows.map((value) => ({ value, label: moderation.postShows[value] }))}
          onChange={(next) => filter.change({ show: next === 'all' ? null : next })}
        />
        <Choice
          label={moderation.order}
          value={sort}
          items={sorts.map((value) => ({ value, label: moderation.sorts[value] }))}
          onChange={(next) => filter.change({ sort: next === 'new' ? null : next })}
        />
      </div>
      {filter.task_id && <Room task_id={filter.task_id} guild={guild} onLeave={() => filter.change({ task: null })} />}
      {posts.error && !posts.data ? (
        <RegionError error={posts.error} onRetry={() => void posts.refetch()} />
      ) : !posts.data ? (
        <SkeletonList count={5} height={120} gap={12} />
      ) : list.length === 0 ? (
        <EmptyState
          picture={isFiltered ? 'compass' : 'lamp'}
          title={isFiltered ? moderation.nothingFound : moderation.noPosts(guild.name)}
          action={
            isFiltered && (
              <Button onClick={() => filter.change({ task: null, show: null, sort: null })}>{moderation.clear}</Button>
            )
          }
        >
          {!isFiltered && moderation.noPostsHint}
        </EmptyState>
      ) : (
        <ul className={styles.cards}>
          {list.map((post) => (
            <PostRow
              key={post.id}
              post={post}
              guild={guild}
              {...(!filter.task_id && { onTask: () => filter.change({ task: String(post.task_id) }) })}
            />
          ))}
        </ul>
      )}
      <LoadMore of={posts} />
    </>
  )
}

/** The posts of a guild, for its staff; until another is chosen, of the guild with the latest post. */
export const Posts = () => {
  const { guild_id, post_id, change } = useListFilter()
  const isChosen = guild_id !== undefined
  const newest = useQuery({ ...newestPostQuery, enabled: !isChosen })
  if (newest.error && !newest.data) return <ReadFailure of={newest} />
  if (!isChosen && newest.isPending) return <SkeletonList count={5} height={120} gap={12} />
  return (
    <InGuild lively={newest.data?.list[0]?.guild_id}>
      {(guild, choice) =>
        post_id === undefined ? (
          <List key={guild.id} guild={guild} choice={choice} />
        ) : (
          <OnePost
            guild={guild}
            post_id={post_id}
            onLeave={() => change({ post: null })}
            onTask={(task_id) => change({ post: null, task: String(task_id) })}
          />
        )
      }
    </InGuild>
  )
}

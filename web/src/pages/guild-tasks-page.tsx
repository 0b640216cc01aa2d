import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { isNotFound } from '@tongchuang/contract/sender.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { taskTypeOf } from '@tongchuang/contract/rules/task-type.ts'
import { titleWith, usePageTitle } from '@tongchuang/ui/page-title.ts'
import { lazyDecoration } from '@tongchuang/ui/lazy-part.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Skeleton, SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { AnthologyLink } from '../features/guilds/anthology-link.tsx'
import { Announcements } from '../features/guilds/announcements.tsx'
import { GuildHead } from '../features/guilds/guild-head.tsx'
import { GuildOutside, GuildStaff } from '../features/guilds/guild-outside.tsx'
import { GuildPeople } from '../features/guilds/guild-people.tsx'
import { classQuery, guildQuery } from '../features/guilds/queries.ts'
import { GuildTaskList } from '../features/tasks/guild-task-list.tsx'
import { useTexts } from '../locales/texts.ts'
import { useTrail } from '../queries/use-trail.ts'
import { NotFound } from '../features/not-found/not-found.tsx'
import styles from './two-columns.module.css'

// Only guilds with chapters have a trail.
const Trail = lazyDecoration(() => import('../features/task-detail/trail.tsx').then((module) => module.Trail))

/** The tasks of one guild. The id in the address decides; a wrong name or type in the address is corrected. */
export const GuildTasksPage = () => {
  const { shell, guilds, tasks } = useTexts()
  const params = useParams()
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const id = idInAddress(params.id) ?? 0
  const type = taskTypeOf(params.type)
  const { data: guild, error, refetch } = useQuery({ ...guildQuery(id), enabled: id > 0 })
  const isMember = guild?.my_status === 'member'
  const inside = useQuery({ ...classQuery(id), enabled: isMember })
  const trail = useTrail(id, isMember)
  usePageTitle(guild && titleWith(guild.name, [type !== 'all' && tasks.types[type]]))

  const right = guild && paths.guild(guild, type)
  const nameIsWrong = guild !== undefined && params.name !== (guild.name || '-')
  const typeIsWrong = params.type !== type
  useEffect(() => {
    if (right && (nameIsWrong || typeIsWrong))
      void navigate(right + search + hash, { replace: true, preventScrollReset: true, state: { quiet: true } })
  }, [right, nameIsWrong, typeIsWrong, search, hash, navigate])

  const isWaiting = inside.isPending || trail === undefined
  if (id === 0 || isNotFound(error)) return <NotFound />
  if (!guild)
    return (
      <>
        <h1 className="vh">{shell.titles.guildTasks}</h1>
        {error ? (
          <RegionError what={guilds.failed} error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            <Skeleton height={188} radius={24} />
            <br />
            <SkeletonList count={4} height={98} />
          </>
        )}
      </>
    )
  return (
    <div className={styles.columns}>
      <GuildHead guild={guild} joinedAt={inside.data?.me.joined_at ?? null} />
      <div className={styles.main}>
        {isMember ? (
          <>
            {inside.data && (
              <Announcements
                guild_id={inside.data.guild.id}
                newest={inside.data.announcements}
                total={inside.data.announcement_count}
              />
            )}
            {isWaiting && <SkeletonList count={4} height={98} />}
            {trail && !isWaiting && (
              <Suspense fallback={<div className={styles.trail} data-skeleton />}>
                <Trail guild={guild} map={trail} />
              </Suspense>
            )}
            {/* Requested at once, but shown only once the height of the announcements and the trail above is known. */}
            <div hidden={isWaiting}>
              <GuildTaskList
                guild_id={id}
                type={type}
                counts={guild.task_counts}
                pathOf={(next) => paths.guild(guild, next)}
              />
            </div>
          </>
        ) : (
          <GuildOutside guild={guild} />
        )}
      </div>
      <aside className={styles.side}>
        {isMember && inside.data && <GuildPeople detail={inside.data} />}
        {inside.data?.settings.gallery && <AnthologyLink guild_id={id} />}
        {isMember && inside.error && !inside.data && (
          <RegionError error={inside.error} onRetry={() => void inside.refetch()} />
        )}
        {!isMember && <GuildStaff staff={guild.staff} />}
      </aside>
    </div>
  )
}

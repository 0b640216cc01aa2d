import { guildTabs } from '@tongchuang/contract/paths.ts'
import type { GuildTab } from '@tongchuang/contract/paths.ts'
import { isNotFound } from '@tongchuang/contract/sender.ts'
import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { PageFailure } from '@tongchuang/ui/page-failure.tsx'
import { usePageTitle } from '@tongchuang/ui/page-title.ts'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { leading, Permission } from '@tongchuang/ui/permission.tsx'
import { Skeleton, SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useParams } from 'react-router'
import { Announcements } from '../features/guilds/announcements.tsx'
import { FlagComposer } from '../features/guilds/flag-composer.tsx'
import { GuildHead } from '../features/guilds/guild-head.tsx'
import styles from '../features/guilds/guilds.module.css'
import { InviteCard } from '../features/guilds/invite.tsx'
import { Invited } from '../features/guilds/invited.tsx'
import { Members } from '../features/guilds/members.tsx'
import { guildQuery } from '../features/guilds/queries.ts'
import type { Guild } from '../features/guilds/queries.ts'
import { Requests } from '../features/guilds/requests.tsx'
import { Robots } from '../features/guilds/robots.tsx'
import { GuildSettings } from '../features/guilds/settings.tsx'
import { StaffList } from '../features/guilds/staff.tsx'
import { TermCard } from '../features/guilds/term.tsx'
import { NotFound } from '../features/not-found/not-found.tsx'
import { GuildTasks } from '../features/tasks/guild-tasks.tsx'
import { useTexts } from '../locales/texts.ts'

const Anthology = lazyPart(() => import('../features/anthology/anthology.tsx').then((module) => module.Anthology))

const Part = ({ guild, tab }: { guild: Guild; tab: GuildTab }) => {
  if (tab === 'tasks')
    return <GuildTasks guild_id={guild.id} may_lead={guild.may.lead} read_only={guild.status === 'archived'} />
  if (tab === 'requests') return <Requests guild={guild} />
  if (tab === 'anthology')
    return (
      <Suspense fallback={<Skeleton height={480} />}>
        <Anthology key={guild.id} guild_id={guild.id} mayReview={guild.may.review} />
      </Suspense>
    )
  if (tab === 'announcements') return <Announcements key={guild.id} guild={guild} />
  return (
    <div className={styles.columns}>
      {tab === 'members' ? (
        <Members guild={guild} />
      ) : (
        <div className={styles.stack}>
          <GuildSettings key={guild.id} guild={guild} />
          <FlagComposer key={`flag-${guild.id}`} guild={guild} />
          {guild.may.teach && <Robots key={`robots-${guild.id}`} guild={guild} />}
        </div>
      )}
      <aside className={styles.side}>
        <InviteCard guild={guild} />
        <StaffList guild={guild} />
        {guild.may.admit && <Invited guild={guild} />}
        {tab === 'settings' && (
          <Permission roles={leading}>
            <TermCard guild={guild} />
          </Permission>
        )}
      </aside>
    </div>
  )
}

/** /admin/guilds/:id/:tab: one guild. */
export const GuildPage = () => {
  const { shell } = useTexts()
  const params = useParams()
  const id = idInAddress(params.id) ?? 0
  const tab = guildTabs.find((one) => one === params.tab) ?? 'tasks'
  const { data: guild, error, refetch } = useQuery({ ...guildQuery(id), enabled: id > 0 })
  usePageTitle(guild?.name)
  if (id === 0 || isNotFound(error)) return <NotFound />
  if (error && !guild) return <PageFailure title={shell.titles.guild} error={error} onRetry={() => void refetch()} />
  if (!guild) return <SkeletonList count={5} height={56} />
  return (
    <>
      {/* Of an anthology, only the anthology itself is printed. */}
      <div className={tab === 'anthology' ? 'no-print' : undefined}>
        <GuildHead guild={guild} tab={tab} />
      </div>
      <Part guild={guild} tab={tab} />
    </>
  )
}

import { Button, IconButton } from '@tongchuang/ui/button.tsx'
import { Chips } from '@tongchuang/ui/chips.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, Equal, Plus, TriangleAlert, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './checked-guilds.module.css'
import { NewGuild } from './new-guild.tsx'
import { listGuildsQuery, rowsQuery, useSettleGuild } from './queries.ts'
import type { RosterGuild, RosterImport } from './queries.ts'

type Shown = 'all' | 'new' | 'known' | 'look'

const belongs = ({ is_new, attention }: RosterGuild, shown: Shown): boolean =>
  shown === 'all' || (shown === 'look' ? attention.length > 0 : is_new === (shown === 'new'))

/** The effects of an import on each guild it names; those that need attention come first and are open. */
export const CheckedGuilds = ({ one }: { one: RosterImport }) => {
  const { roster } = useTexts()
  const [shown, setShown] = useState<Shown>('all')
  const guilds = useQuery(listGuildsQuery(one.id))
  if (guilds.error && !guilds.data) return <RegionError error={guilds.error} onRetry={() => void guilds.refetch()} />
  if (guilds.isPending) return <SkeletonList count={6} height={56} gap={4} />
  if (guilds.data.length === 0) return <EmptyState title={roster.noGuildColumn}>{roster.noGuildColumnText}</EmptyState>
  const items = (['all', 'new', 'known', 'look'] as const)
    .map((value) => ({
      value,
      label: roster.guildFilters[value],
      count: guilds.data.filter((guild) => belongs(guild, value)).length,
    }))
    .filter(({ value, count }) => value === 'all' || count > 0)
  return (
    <section aria-label={roster.byGuild}>
      <Chips label={roster.byGuild} items={items} value={shown} onChange={setShown} />
      <ul className={styles.guilds}>
        {guilds.data
          .filter((guild) => belongs(guild, shown))
          .map((guild) => (
            <OneGuild key={guild.key} one={one} guild={guild} />
          ))}
      </ul>
    </section>
  )
}

const OneGuild = ({ one, guild }: { one: RosterImport; guild: RosterGuild }) => {
  const { roster } = useTexts()
  const [isOpen, setIsOpen] = useState(guild.attention.length > 0)
  const Arrow = isOpen ? ChevronDown : ChevronRight
  const students = guild.new + guild.joins - guild.staff
  return (
    <li>
      <div className={styles.head}>
        <IconButton label={roster.openGuild(guild.name)} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <Arrow size={18} aria-hidden />
        </IconButton>
        <p>
          <b>{guild.name}</b>
          <small>
            {guild.is_new ? roster.newGuildHas(students, guild.staff) : roster.guildHas(guild.members, guild.capacity)}
          </small>
        </p>
        <span className={styles.counts}>
          {guild.new > 0 && (
            <span className={styles.tag} data-tone="ok">
              <Plus size={14} aria-hidden />
              {roster.newOf(guild.new)}
            </span>
          )}
          {guild.joins > 0 && (
            <span className={styles.tag} data-tone="info">
              <UserPlus size={14} aria-hidden />
              {roster.joinsOf(guild.joins)}
            </span>
          )}
          <span className={styles.tag} data-kind={guild.is_new ? 'new' : 'known'}>
            {guild.is_new ? <Plus size={14} aria-hidden /> : <Equal size={14} aria-hidden />}
            {guild.is_new ? roster.guildFilters.new : roster.guildFilters.known}
          </span>
        </span>
      </div>
      {isOpen && (
        <div className={styles.body}>
          <Attention one={one} guild={guild} />
          {guild.is_new && one.state === 'checked' ? (
            <NewGuild id={one.id} guild={guild} />
          ) : (
            <Coming id={one.id} guild={guild} />
          )}
        </div>
      )}
    </li>
  )
}

/** The points that need attention, with a fix if there is one. */
const Attention = ({ one, guild }: { one: RosterImport; guild: RosterGuild }) => {
  const { roster } = useTexts()
  const settle = useSettleGuild(one.id)
  const after = guild.members + guild.new + guild.joins - guild.staff
  return guild.attention.map((what) => (
    <p key={what} className={styles.attention}>
      <TriangleAlert size={16} aria-hidden />
      <span>{what === 'full' ? roster.guildFull(after, guild.capacity ?? 0) : roster.attention[what]}</span>
      {what === 'full' && (
        <Button size="small" busy={settle.isPending} onClick={() => settle.mutate({ key: guild.key, capacity: after })}>
          {roster.makeRoom(after)}
        </Button>
      )}
    </p>
  ))
}

/** The students coming into an existing guild, and where they are now. */
const Coming = ({ id, guild }: { id: number; guild: RosterGuild }) => {
  const { roster, shell } = useTexts()
  const rows = useInfiniteQuery(rowsQuery(id, 'joins', guild.key))
  const list = rows.data?.pages.flatMap((page) => page.list) ?? []
  if (rows.error && !rows.data) return <RegionError error={rows.error} onRetry={() => void rows.refetch()} />
  if (rows.isPending) return <SkeletonList count={2} height={38} gap={2} />
  if (list.length === 0) return <p className={styles.quiet}>{roster.onlyNew(guild.new)}</p>
  return (
    <>
      <ul className={styles.people}>
        {list.map((row) => (
          <li key={row.line}>
            <span className="num">{row.sheet_line}</span>
            <b>{row.real_name}</b>
            <span>{row.class_name}</span>
            <span>{row.now_in.length > 0 ? roster.nowIn(shell.listed(row.now_in)) : roster.inNone}</span>
          </li>
        ))}
      </ul>
      <LoadMore of={rows} />
    </>
  )
}

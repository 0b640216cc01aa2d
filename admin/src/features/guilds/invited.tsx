import { Button } from '@tongchuang/ui/button.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './guilds.module.css'
import { invitationsQuery, useGuildChange, withdrawInvitation } from './queries.ts'
import type { Guild, Invitation } from './queries.ts'

const statuses = ['all', 'waiting', 'declined', 'accepted', 'withdrawn'] as const
// Up to this many are readable at a glance.
const few = 5

/** The people invited into a guild and their answers; nothing if nobody was ever invited. */
export const Invited = ({ guild }: { guild: Guild }) => {
  const { guilds } = useTexts()
  const { invited } = guilds
  const [status, setStatus] = useState<(typeof statuses)[number]>('all')
  const query = useInfiniteQuery({ ...invitationsQuery(guild.id, status), placeholderData: (before) => before })
  const withdraw = useGuildChange(withdrawInvitation)
  const heading = useRef<HTMLHeadingElement>(null)
  if (query.error && !query.data) return <RegionError error={query.error} onRetry={() => void query.refetch()} />
  const list = query.data?.pages.flatMap((page) => page.list) ?? []
  if (list.length === 0 && status === 'all') return null
  const takeBack = ({ id, nickname }: Invitation) =>
    withdraw.mutate(
      { guild_id: guild.id, id },
      {
        onSuccess: () => {
          // The focused button disappears.
          heading.current?.focus()
          showToast(invited.withdrawn(nickname), 'success')
        },
      },
    )
  return (
    <section className={styles.card} aria-labelledby="invited">
      <header>
        <h2 id="invited" ref={heading} tabIndex={-1}>
          {invited.title}
        </h2>
      </header>
      {(list.length > few || status !== 'all') && (
        <SelectField
          label={invited.filter}
          value={status}
          onChange={(next) => setStatus(statuses.find((one) => one === next) ?? 'all')}
        >
          {statuses.map((value) => (
            <option key={value} value={value}>
              {value === 'all' ? guilds.all : invited.statuses[value]}
            </option>
          ))}
        </SelectField>
      )}
      {list.length === 0 && <p>{invited.noneFound}</p>}
      <ul className={styles.rows}>
        {list.map((one) => (
          <li key={one.id}>
            <div className={styles.grow}>
              <b>{one.nickname}</b>
              <small>{[one.student_no, invited.roles[one.role], one.title].filter(Boolean).join(' · ')}</small>
              <small>
                {invited.statuses[one.status]} · {invited.by(one.invited_by)} ·{' '}
                <Moment at={one.answered_at ?? one.created_at} />
              </small>
            </div>
            {guild.may.lead && one.status === 'waiting' && (
              <Button
                size="small"
                tone="text"
                aria-label={invited.withdrawNamed(one.nickname)}
                onClick={() => takeBack(one)}
              >
                {invited.withdraw}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <LoadMore of={query} />
    </section>
  )
}

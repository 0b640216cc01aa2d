import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { Permission, usePermitted } from '@tongchuang/ui/permission.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useNow } from '@tongchuang/ui/use-now.ts'
import { monthsUpTo } from '@tongchuang/ui/wall-clock.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { Choice } from './choice.tsx'
import { InGuild } from './in-guild.tsx'
import styles from './moderation.module.css'
import { OwnFeedback } from './own-feedback.tsx'
import { Person } from './person.tsx'
import { feedbackQuery, type Feedback, type Guild } from './queries.ts'
import { UnsealDialog, Unsealed } from './unseal.tsx'
import { useListFilter } from './use-list-filter.ts'

const Row = ({
  feedback,
  onAssistant,
  onUnseal,
}: {
  feedback: Feedback
  onAssistant: () => void
  onUnseal: (() => void) | null
}) => {
  const { moderation } = useTexts()
  return (
    <li className={styles.card} aria-label={moderation.feedbackOn(feedback.assistant)}>
      <header>
        <button type="button" className={styles.link} onClick={onAssistant}>
          <b>{feedback.assistant}</b>
        </button>
        <small>{moderation.month(feedback.period)}</small>
        {feedback.rating !== null && <span className={styles.mark}>{moderation.rating(feedback.rating)}</span>}
      </header>
      <p className={styles.words}>{feedback.comment}</p>
      {feedback.earlier.map((edit) => (
        <p key={edit.comment} className={styles.context}>
          {moderation.before}
          {edit.comment}
        </p>
      ))}
      <footer>
        <span className={styles.state}>
          {feedback.author ? <Person someone={{ ...feedback.author, student_no: '' }} /> : moderation.withoutName}
        </span>
        {!feedback.author && onUnseal && (
          <Button size="small" tone="text" onClick={onUnseal}>
            {moderation.unseal}
          </Button>
        )}
      </footer>
    </li>
  )
}

// The number of earlier months that can be chosen.
const monthsBack = 12

/** The feedback on the assistants of a guild, for teachers; authors are named only if they gave their name. */
const All = ({ guild, choice }: { guild: Guild; choice: ReactNode }) => {
  const { moderation } = useTexts()
  const mayUnseal = usePermitted(['admin'])
  const filter = useListFilter()
  const now = useNow(3_600)
  const [unsealing, setUnsealing] = useState<Feedback | null>(null)
  const assistant = idInAddress(filter.text('assistant'))
  const period = /^\d{4}-\d{2}$/.test(filter.text('month')) ? filter.text('month') : ''
  const said = useInfiniteQuery(
    feedbackQuery({ guild_id: guild.id, ...(assistant && { assistant_id: assistant }), ...(period && { period }) }),
  )
  const list = said.data?.pages.flatMap((page) => page.list) ?? []
  const recent = monthsUpTo(now, monthsBack)
  const months = period && !recent.includes(period) ? [period, ...recent] : recent
  const isFiltered = assistant !== undefined || period !== ''
  return (
    <>
      <div className={styles.filters}>
        {choice}
        <Choice
          label={moderation.monthLabel}
          all={moderation.allMonths}
          value={period}
          items={months.map((value) => ({ value, label: moderation.month(value) }))}
          onChange={(month) => filter.change({ month })}
        />
        {assistant && <Button onClick={() => filter.change({ assistant: null })}>{moderation.allAssistants}</Button>}
      </div>
      {said.error && !said.data ? (
        <RegionError error={said.error} onRetry={() => void said.refetch()} />
      ) : !said.data ? (
        <SkeletonList count={3} height={120} gap={12} />
      ) : list.length === 0 ? (
        <EmptyState
          picture={isFiltered ? 'compass' : 'lamp'}
          title={isFiltered ? moderation.nothingFound : moderation.noFeedback}
          action={
            isFiltered && (
              <Button onClick={() => filter.change({ assistant: null, month: null })}>{moderation.clear}</Button>
            )
          }
        >
          {!isFiltered && moderation.noFeedbackHint}
        </EmptyState>
      ) : (
        <ul className={styles.cards}>
          {list.map((feedback) => (
            <Row
              key={feedback.id}
              feedback={feedback}
              onAssistant={() => filter.change({ assistant: String(feedback.assistant_id) })}
              onUnseal={mayUnseal ? () => setUnsealing(feedback) : null}
            />
          ))}
        </ul>
      )}
      <LoadMore of={said} />
      <Permission roles={['admin']}>
        <Unsealed />
      </Permission>
      {unsealing && <UnsealDialog feedback={unsealing} onClose={() => setUnsealing(null)} />}
    </>
  )
}

const List = ({ guild, choice }: { guild: Guild; choice: ReactNode }) =>
  guild.may.teach ? (
    <All guild={guild} choice={choice} />
  ) : (
    <>
      <div className={styles.filters}>{choice}</div>
      <OwnFeedback guild_id={guild.id} />
    </>
  )

/** Feedback on assistants: assistants read their own once it is sealed, teachers that on all of them. */
export const AssistantFeedback = () => (
  <InGuild>{(guild, choice) => <List key={guild.id} guild={guild} choice={choice} />}</InGuild>
)

import { Chips } from '@tongchuang/ui/chips.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { titleOfChoice } from '@tongchuang/ui/select-field.tsx'
import { useEnterSubmit } from '@tongchuang/ui/use-enter-submit.ts'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './filters.module.css'
import { summaryQuery, type QueueFilter } from './queries.ts'

type Change = (changes: Record<string, string | null>) => void

const Choice = ({
  label,
  all,
  value,
  items,
  onChange,
}: {
  label: string
  all: string
  value: number | undefined
  items: readonly { id: number; name: string }[]
  onChange: (value: string | null) => void
}) => (
  <select
    ref={(select) => titleOfChoice(select)}
    className={styles.select}
    aria-label={label}
    value={value ?? ''}
    onChange={(event) => onChange(event.target.value || null)}
  >
    <option value="">{all}</option>
    {value !== undefined && !items.some(({ id }) => id === value) && <option value={value}>{`#${value}`}</option>}
    {items.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </select>
)

/** What the queue shows: state, guild, task, late ones, one's own, and words. */
export const Filters = ({ filter, change }: { filter: QueueFilter; change: Change }) => {
  const { review } = useTexts()
  const summary = useQuery(summaryQuery)
  const { data } = summary
  const [keyword, setKeyword] = useState(filter.keyword ?? '')
  const search = () => change({ q: keyword.trim(), work: null })
  const onKeyDown = useEnterSubmit(search)
  const tasks = (data?.tasks ?? []).filter(
    ({ guild_id }) => filter.guild_id === undefined || guild_id === filter.guild_id,
  )
  return (
    <div className={styles.filters}>
      <ReadFailure of={summary} />
      <Chips
        label={review.statusLabel}
        items={(['waiting', 'reviewed', 'released', 'all'] as const).map((value) => ({
          value,
          label: review.status[value],
          ...(value === 'waiting' && { count: data?.waiting ?? null }),
          ...(value === 'reviewed' && { count: data?.held ?? null }),
        }))}
        value={filter.status ?? 'waiting'}
        onChange={(state) => change({ state: state === 'waiting' ? null : state, work: null })}
      />
      <div className={styles.line}>
        <Choice
          label={review.guild}
          all={review.allGuilds}
          value={filter.guild_id}
          items={data?.guilds ?? []}
          onChange={(guild) => change({ guild, task: null, work: null })}
        />
        <Choice
          label={review.task}
          all={review.allTasks}
          value={filter.task_id}
          items={tasks.map(({ id, title }) => ({ id, name: title }))}
          onChange={(task) => change({ task, work: null })}
        />
      </div>
      <div className={styles.line}>
        <span className={styles.search}>
          <Search size={16} aria-hidden />
          <input
            type="search"
            aria-label={review.search}
            placeholder={review.search}
            maxLength={60}
            value={keyword}
            onChange={(event) => setKeyword(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={search}
          />
        </span>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={filter.late === true}
            onChange={(event) => change({ late: event.target.checked ? '1' : null, work: null })}
          />
          {review.onlyLate}
        </label>
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={filter.mine === true}
            onChange={(event) => change({ mine: event.target.checked ? '1' : null, work: null })}
          />
          {review.onlyMine}
        </label>
      </div>
    </div>
  )
}

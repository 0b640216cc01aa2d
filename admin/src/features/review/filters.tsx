import { groupedBy } from '@tongchuang/contract/records.ts'
import { Chips } from '@tongchuang/ui/chips.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { titleOfChoice } from '@tongchuang/ui/select-field.tsx'
import { useDebouncedSearch } from '@tongchuang/ui/use-debounced-search.ts'
import { useEnterSubmit } from '@tongchuang/ui/use-enter-submit.ts'
import { useMedia } from '@tongchuang/ui/use-media.ts'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import styles from './filters.module.css'
import { summaryQuery } from '../../queries/review.ts'
import type { QueueFilter } from './queries.ts'

type Change = (changes: Record<string, string | null>) => void

const Choice = <T extends string | number>({
  label,
  all,
  value,
  items,
  onChange,
}: {
  label: string
  all: string
  value: T | undefined
  items: readonly { id: T; name: string }[]
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
    {value !== undefined && !items.some(({ id }) => id === value) && (
      <option value={value}>{typeof value === 'number' ? `#${value}` : value}</option>
    )}
    {items.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </select>
)

const setValue = (set_id: number): string => `set-${set_id}`

/** Converts a chosen option to the address: one task, or the set of a task of several classes. */
const taskOrSet = (chosen: string | null): Record<'task' | 'set', string | null> =>
  chosen?.startsWith('set-') ? { task: null, set: chosen.slice('set-'.length) } : { task: chosen, set: null }

/** The filters by guild, class, task, lateness, own works and text. */
const Narrowing = ({ filter, change }: { filter: QueueFilter; change: Change }) => {
  const { review, reviewSets } = useTexts()
  const summary = useQuery(summaryQuery)
  const { data } = summary
  // Only a changed search text closes the open work.
  const search = (q: string) => q !== (filter.keyword ?? '') && change({ q, work: null })
  const { field, askNow } = useDebouncedSearch(filter.keyword ?? '', search)
  const onKeyDown = useEnterSubmit(() => askNow())
  const guildName = (id: number) => data?.guilds.find((guild) => guild.id === id)?.name
  const tasks = (data?.tasks ?? []).filter(
    ({ guild_id }) => filter.guild_id === undefined || guild_id === filter.guild_id,
  )
  const bySet = groupedBy(tasks, ({ set_id }) => set_id)
  const found = [...bySet].flatMap(([set_id, some]) =>
    set_id === null || !some[0] || (some.length < 2 && set_id !== filter.set_id)
      ? []
      : [{ id: setValue(set_id), name: reviewSets.allClasses(some[0].title) }],
  )
  // A set with nothing left to do is still the one being shown.
  const isKnown = filter.set_id === undefined || bySet.has(filter.set_id)
  const sets = isKnown ? found : [...found, { id: setValue(filter.set_id ?? 0), name: reviewSets.together }]
  // Names the guild if tasks of several guilds are listed.
  const nameOf = ({ title, guild_id }: { title: string; guild_id: number }) =>
    filter.guild_id === undefined ? [title, guildName(guild_id)].filter(Boolean).join(' · ') : title
  return (
    <>
      <div className={styles.line}>
        <Choice
          label={review.guild}
          all={review.allGuilds}
          value={filter.guild_id}
          items={data?.guilds ?? []}
          onChange={(guild) => change({ guild, task: null, set: null, work: null })}
        />
        <Choice
          label={review.className}
          all={review.allClasses}
          value={filter.class_name}
          items={data?.classes.map((name) => ({ id: name, name })) ?? []}
          onChange={(name) => change({ class: name, work: null })}
        />
      </div>
      <div className={styles.line}>
        <Choice
          label={review.task}
          all={review.allTasks}
          value={filter.set_id ? setValue(filter.set_id) : filter.task_id}
          items={[...sets, ...tasks.map((task) => ({ id: task.id, name: nameOf(task) }))]}
          onChange={(chosen) => change({ ...taskOrSet(chosen), work: null })}
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
            onKeyDown={onKeyDown}
            {...field}
          />
        </span>
        {(['late', 'mine'] as const).map((name) => (
          <label key={name} className={styles.check}>
            <input
              type="checkbox"
              checked={filter[name] === true}
              onChange={(event) => change({ [name]: event.target.checked ? '1' : null, work: null })}
            />
            {name === 'late' ? review.onlyLate : review.onlyMine}
          </label>
        ))}
      </div>
    </>
  )
}

/** The state and the filters of the queue; on phones and tablets the filters are folded above the work. */
export const Filters = ({ filter, change }: { filter: QueueFilter; change: Change }) => {
  const { review } = useTexts()
  const isNarrow = useMedia('(max-width: 1080px)')
  const summary = useQuery(summaryQuery)
  const { data } = summary
  const { guild_id, class_name, task_id, set_id, keyword, late, mine } = filter
  const narrowed = [guild_id, class_name, task_id, set_id, keyword, late, mine].filter(
    (one) => one !== undefined,
  ).length
  const narrowing = <Narrowing filter={filter} change={change} />
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
      {isNarrow ? (
        <details className={styles.more}>
          <summary>{review.moreFilters(narrowed)}</summary>
          {narrowing}
        </details>
      ) : (
        narrowing
      )}
    </div>
  )
}

import type { Output } from '@tongchuang/contract/call.ts'
import type { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Chips } from '@tongchuang/ui/chips.tsx'
import { titleOfChoice } from '@tongchuang/ui/select-field.tsx'
import { useDebouncedSearch } from '@tongchuang/ui/use-debounced-search.ts'
import { useEnterSubmit } from '@tongchuang/ui/use-enter-submit.ts'
import { X } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import styles from './grade-board.module.css'
import { havings, types } from './grid-filter.ts'
import type { GridFilter } from './queries.ts'

type PickerProps = {
  /** Undefined for all guilds. */
  guild: number | undefined
  guilds: readonly { id: number; name: string }[]
  /** Whether all guilds can be shown together. */
  mayAll: boolean
  onGuild: (id: string | null) => void
}

/** Chooses the guild of the grid, or all classes; on paper its name in full. */
export const GuildPicker = ({ guild, guilds, mayAll, onGuild }: PickerProps) => {
  const { grades } = useTexts()
  return (
    <>
      <select
        ref={(select) => titleOfChoice(select)}
        className="no-print"
        aria-label={grades.guild}
        value={guild ?? ''}
        onChange={(event) => onGuild(event.target.value || null)}
      >
        {mayAll && <option value="">{grades.allGuilds}</option>}
        {guilds.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      {/* A control cuts a long name off. */}
      <span className="print-only">{guilds.find(({ id }) => id === guild)?.name ?? grades.allGuilds}</span>
    </>
  )
}

type FiltersProps = {
  filter: GridFilter
  /** The first page of the grid; undefined while it is loading. */
  page: Output<typeof gradesAdmin.grid> | undefined
  onChange: (changes: Record<string, string | null>) => void
}

/** The filters of the grid: name, class, type of task, state. */
export const Filters = ({ filter, page, onChange }: FiltersProps) => {
  const { grades } = useTexts()
  const { field, askNow } = useDebouncedSearch(filter.keyword ?? '', (q) => onChange({ q }))
  const onKeyDown = useEnterSubmit(() => askNow())
  return (
    <div className={`${styles.filters} no-print`}>
      <input
        type="search"
        aria-label={grades.search}
        placeholder={grades.search}
        maxLength={60}
        onKeyDown={onKeyDown}
        {...field}
      />
      <select
        ref={(select) => titleOfChoice(select)}
        aria-label={grades.classLabel}
        value={filter.class_name ?? ''}
        onChange={(event) => onChange({ class: event.target.value })}
      >
        <option value="">{grades.allClasses}</option>
        {/* A class chosen in another guild, or renamed since, still filters the grid, so it stays an option. */}
        {filter.class_name && !page?.classes.includes(filter.class_name) && (
          <option value={filter.class_name}>{filter.class_name}</option>
        )}
        {page?.classes.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <select
        ref={(select) => titleOfChoice(select)}
        aria-label={grades.typeLabel}
        value={filter.type ?? ''}
        onChange={(event) => onChange({ type: event.target.value })}
      >
        <option value="">{grades.allTypes}</option>
        {types.map((type) => (
          <option key={type} value={type}>
            {grades.types[type]}
          </option>
        ))}
      </select>
      {filter.set_id !== undefined && (
        <Button onClick={() => onChange({ set: null })}>
          {grades.onlySet(page?.tasks[0]?.title ?? '')}
          <X size={16} aria-hidden />
        </Button>
      )}
      <Chips
        label={grades.show}
        items={[
          { value: 'all' as const, label: grades.having.all },
          ...havings.map((value) => ({ value, label: grades.having[value], count: page?.counts[value] })),
        ]}
        value={filter.having ?? 'all'}
        onChange={(show) => onChange({ show: show === 'all' ? null : show })}
      />
    </div>
  )
}

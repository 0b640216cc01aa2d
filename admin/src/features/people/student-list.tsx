import { Chips } from '@tongchuang/ui/chips.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { SearchField } from '@tongchuang/ui/search-field.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { ledGuildsQuery } from '../../queries/guilds.ts'
import { classNamesQuery, filterOf, studentsQuery, type Choices } from './queries.ts'
import { NewSlips } from './new-slips.tsx'
import { SaveList } from './save-list.tsx'
import { mostAtOnce, StudentTable } from './student-table.tsx'
import styles from './people.module.css'

/** Chooses one of the user’s guilds, or all; absent if there is only one. */
const GuildChoice = ({ guild, onChange }: { guild: number | undefined; onChange: (guild: string) => void }) => {
  const { people } = useTexts()
  const guilds = useQuery(ledGuildsQuery)
  if (guilds.data && guilds.data.length < 2 && guild === undefined) return null
  const isListed = guild === undefined || (guilds.data?.some(({ id }) => id === guild) ?? false)
  return (
    <div className={styles.guild}>
      <ReadFailure of={guilds} />
      <SelectField label={people.guild} value={guild === undefined ? '' : String(guild)} onChange={onChange}>
        <option value="">{people.allGuilds}</option>
        {!isListed && <option value={guild}>{`#${guild}`}</option>}
        {guilds.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

/** Chooses one class, or all; absent if there is none. */
const ClassChoice = ({
  chosen,
  onChange,
}: {
  chosen: string | undefined
  onChange: (class_name: string | undefined) => void
}) => {
  const { people } = useTexts()
  const classes = useQuery(classNamesQuery)
  if (classes.data?.length === 0 && chosen === undefined) return null
  const isListed = chosen === undefined || (classes.data?.some(({ name }) => name === chosen) ?? false)
  return (
    <div className={styles.guild}>
      <ReadFailure of={classes} />
      <SelectField label={people.className} value={chosen ?? ''} onChange={(next) => onChange(next || undefined)}>
        <option value="">{people.allClasses}</option>
        {!isListed && <option value={chosen}>{chosen}</option>}
        {classes.data?.map(({ name, students }) => (
          <option key={name} value={name}>
            {people.classOf(name, students)}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

/** The list of students; the search and the filters are kept in the address. */
export const StudentList = ({
  choices,
  onChange,
}: {
  choices: Choices
  onChange: (next: Partial<Choices>) => void
}) => {
  const { people } = useTexts()
  const { keyword, shown, guild, class_name, order } = choices
  const students = useInfiniteQuery(studentsQuery(filterOf(choices)))
  const list = students.data?.pages.flatMap((page) => page.list) ?? []
  const first = students.data?.pages[0]
  const [chosen, setChosen] = useState<readonly number[]>([])
  // Students who are no longer listed are no longer selected.
  const chosenHere = list.map(({ id }) => id).filter((id) => chosen.includes(id))

  return (
    <section aria-label={people.list}>
      <div className={styles.bar}>
        <SearchField label={people.search} value={keyword} onChange={(words) => onChange({ keyword: words })} />
        <GuildChoice guild={guild} onChange={(next) => onChange({ guild: Number(next) || undefined })} />
        <ClassChoice chosen={class_name} onChange={(next) => onChange({ class_name: next })} />
        <Chips
          label={people.filter}
          value={shown}
          onChange={(next) => onChange({ shown: next })}
          items={[
            { value: 'all', label: people.all },
            { value: 'never', label: people.never },
            { value: 'disabled', label: people.disabled },
          ]}
        />
        <output className={styles.total}>{first ? people.total(first.total, first.total_more ?? false) : ''}</output>
      </div>
      {chosenHere.length > 0 && (
        <div className={styles.bar}>
          <NewSlips user_ids={chosenHere} />
          <SaveList wanted={{ user_ids: chosenHere }} label={people.saveChosen(chosenHere.length)} />
          {chosenHere.length >= mostAtOnce && <output>{people.mostChosen(mostAtOnce)}</output>}
        </div>
      )}
      {students.isError && <RegionError error={students.error} onRetry={() => void students.refetch()} />}
      {students.isPending && <SkeletonList count={10} height={44} gap={4} />}
      {students.isSuccess && list.length === 0 && (
        <EmptyState title={keyword || guild || class_name ? people.noneFound : people.none}>
          {keyword || guild || class_name ? people.noneFoundText : people.noneText}
        </EmptyState>
      )}
      {list.length > 0 && (
        <StudentTable
          list={list}
          chosen={chosenHere}
          onChoose={setChosen}
          order={order}
          onOrder={(next) => onChange({ order: next })}
        />
      )}
      <LoadMore of={students} />
    </section>
  )
}

import { Chips } from '@tongchuang/ui/chips.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { SearchField } from '@tongchuang/ui/search-field.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { ledGuildsQuery } from '../../queries/guilds.ts'
import { StudentActions } from './student-actions.tsx'
import { filterOf, studentsQuery, type Shown, type Student } from './queries.ts'
import { NewSlips } from './new-slips.tsx'
import styles from './people.module.css'

/** One student, with what may be done for them. */
const StudentRow = ({
  student,
  isChosen,
  onChoose,
}: {
  student: Student
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}) => {
  const { people } = useTexts()
  return (
    <tr data-disabled={student.disabled || undefined}>
      <td>
        <ChooseBox
          label={people.choose(student.real_name || student.nickname)}
          checked={isChosen}
          onChange={onChoose}
        />
      </td>
      <td className={`num ${styles.short}`}>
        {student.student_no ?? <span className={styles.quiet}>{people.noNumber}</span>}
      </td>
      <th scope="row" className={styles.short}>
        {student.real_name || student.nickname}
        <small>{student.username}</small>
      </th>
      <td className={styles.short}>{student.class_name}</td>
      <td className={styles.wide}>
        {student.guilds.join('、')}
        {student.guild_count > student.guilds.length && (
          <span className={styles.quiet}>
            {people.more(student.guild_count - student.guilds.length, student.guild_count)}
          </span>
        )}
      </td>
      <td className={styles.short}>
        {student.disabled ? (
          people.isDisabled
        ) : student.last_login_at ? (
          <Moment at={student.last_login_at} />
        ) : (
          people.never
        )}
      </td>
      <td>
        <StudentActions student={student} />
      </td>
    </tr>
  )
}

// As many as one call takes.
const mostAtOnce = 100

const ChooseBox = ({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}) => (
  <label className={styles.choice}>
    <input type="checkbox" aria-label={label} checked={checked} onChange={(event) => onChange(event.target.checked)} />
  </label>
)

const StudentTable = ({
  list,
  chosen,
  onChoose,
}: {
  list: readonly Student[]
  chosen: readonly number[]
  onChoose: (ids: readonly number[]) => void
}) => {
  const { people } = useTexts()
  return (
    <ScrollArea label={people.list}>
      <table className={styles.table}>
        <caption className="vh">{people.list}</caption>
        <thead>
          <tr>
            <th scope="col">
              <ChooseBox
                label={people.chooseAll}
                checked={chosen.length > 0 && chosen.length === Math.min(list.length, mostAtOnce)}
                onChange={(isChosen) => onChoose(isChosen ? list.slice(0, mostAtOnce).map(({ id }) => id) : [])}
              />
            </th>
            {(['studentNo', 'name', 'className', 'guilds', 'lastLogin'] as const).map((head) => (
              <th key={head} scope="col">
                {people[head]}
              </th>
            ))}
            <th scope="col">
              <span className="vh">{people.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((student) => (
            <StudentRow
              key={student.id}
              student={student}
              isChosen={chosen.includes(student.id)}
              onChoose={(isChosen) =>
                onChoose(
                  isChosen ? [...chosen, student.id].slice(-mostAtOnce) : chosen.filter((id) => id !== student.id),
                )
              }
            />
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

/** One of one’s guilds, or all; nothing to choose where there is one. */
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

/** Students by name or number; the search and the filters stand in the address. */
export const StudentList = ({
  keyword,
  filter,
  guild,
  onChange,
}: {
  keyword: string
  filter: Shown
  guild: number | undefined
  onChange: (next: { keyword?: string; filter?: Shown; guild?: string }) => void
}) => {
  const { people } = useTexts()
  const students = useInfiniteQuery(studentsQuery(filterOf(keyword, filter, guild)))
  const list = students.data?.pages.flatMap((page) => page.list) ?? []
  const first = students.data?.pages[0]
  const [chosen, setChosen] = useState<readonly number[]>([])
  // Whoever is not listed any more is not chosen either.
  const chosenHere = list.map(({ id }) => id).filter((id) => chosen.includes(id))

  return (
    <section aria-label={people.list}>
      <div className={styles.bar}>
        <SearchField label={people.search} value={keyword} onChange={(words) => onChange({ keyword: words })} />
        <GuildChoice guild={guild} onChange={(next) => onChange({ guild: next })} />
        <Chips
          label={people.filter}
          value={filter}
          onChange={(next) => onChange({ filter: next })}
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
        </div>
      )}
      {students.isError && <RegionError error={students.error} onRetry={() => void students.refetch()} />}
      {students.isPending && <SkeletonList count={10} height={44} gap={4} />}
      {students.isSuccess && list.length === 0 && (
        <EmptyState title={keyword || guild ? people.noneFound : people.none}>
          {keyword || guild ? people.noneFoundText : people.noneText}
        </EmptyState>
      )}
      {list.length > 0 && <StudentTable list={list} chosen={chosenHere} onChoose={setChosen} />}
      <LoadMore of={students} />
    </section>
  )
}

import { Chips } from '@tongchuang/ui/chips.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { SearchField } from '@tongchuang/ui/search-field.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import { StudentActions } from './student-actions.tsx'
import { filterOf, studentsQuery, type Shown, type Student } from './queries.ts'
import styles from './people.module.css'

/** One student, with what may be done for them. */
const StudentRow = ({ student }: { student: Student }) => {
  const { people } = useTexts()
  return (
    <tr data-disabled={student.disabled || undefined}>
      <td className="num">{student.student_no ?? <span className={styles.quiet}>{people.noNumber}</span>}</td>
      <th scope="row">
        {student.real_name || student.nickname}
        <small>{student.username}</small>
      </th>
      <td>{student.class_name}</td>
      <td>
        {student.guilds.join('、')}
        {student.guild_count > student.guilds.length && (
          <span className={styles.quiet}>
            {people.more(student.guild_count - student.guilds.length, student.guild_count)}
          </span>
        )}
      </td>
      <td>
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

/** Students by name or number; the search and the filter stand in the address. */
export const StudentList = ({
  keyword,
  filter,
  onChange,
}: {
  keyword: string
  filter: Shown
  onChange: (next: { keyword: string } | { filter: Shown }) => void
}) => {
  const { people } = useTexts()
  const students = useInfiniteQuery(studentsQuery(filterOf(keyword, filter)))
  const list = students.data?.pages.flatMap((page) => page.list) ?? []
  const first = students.data?.pages[0]

  return (
    <section aria-label={people.list}>
      <div className={styles.bar}>
        <SearchField label={people.search} value={keyword} onChange={(words) => onChange({ keyword: words })} />
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
      {students.isError && <RegionError error={students.error} onRetry={() => void students.refetch()} />}
      {students.isPending && <SkeletonList count={10} height={44} gap={4} />}
      {students.isSuccess && list.length === 0 && (
        <EmptyState title={keyword ? people.noneFound : people.none}>
          {keyword ? people.noneFoundText : people.noneText}
        </EmptyState>
      )}
      {list.length > 0 && (
        <ScrollArea label={people.list}>
          <table className={styles.table}>
            <caption className="vh">{people.list}</caption>
            <thead>
              <tr>
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
                <StudentRow key={student.id} student={student} />
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
      <LoadMore of={students} />
    </section>
  )
}

import { Moment } from '@tongchuang/ui/moment.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import styles from './people.module.css'
import type { Order, Student } from './queries.ts'
import { StudentActions } from './student-actions.tsx'

/** One student, with the actions available. */
const StudentRow = ({
  student,
  isChosen,
  isFull,
  onChoose,
}: {
  student: Student
  isChosen: boolean
  /** As many are selected as one call takes. */
  isFull: boolean
  onChoose: (isChosen: boolean) => void
}) => {
  const { people, shell } = useTexts()
  return (
    <tr data-disabled={student.disabled || undefined}>
      <td>
        <ChooseBox
          label={people.choose(student.real_name || student.nickname)}
          checked={isChosen}
          disabled={isFull && !isChosen}
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
        <span className={styles.guilds} title={shell.listed(student.guilds)}>
          {shell.listed(student.guilds)}
        </span>
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

/** The most students one call takes. */
export const mostAtOnce = 100

const ChooseBox = ({
  label,
  checked,
  disabled = false,
  onChange,
}: {
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}) => (
  <label className={styles.choice}>
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
  </label>
)

/** A column heading: the first press sorts by it, another one reverses the order. */
const SortHead = ({
  label,
  by,
  order,
  onOrder,
}: {
  label: string
  by: Order['sort']
  order: Order
  onOrder: (order: Order) => void
}) => {
  const isSorted = order.sort === by
  const Arrow = order.descending ? ArrowDown : ArrowUp
  return (
    <th scope="col" aria-sort={isSorted ? (order.descending ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className={styles.sorting}
        onClick={() => onOrder({ sort: by, descending: isSorted && !order.descending })}
      >
        {label}
        {isSorted && <Arrow size={14} aria-hidden />}
      </button>
    </th>
  )
}

/** The listed students, with checkboxes to select them. */
export const StudentTable = ({
  list,
  chosen,
  onChoose,
  order,
  onOrder,
}: {
  list: readonly Student[]
  chosen: readonly number[]
  onChoose: (ids: readonly number[]) => void
  order: Order
  onOrder: (order: Order) => void
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
            <SortHead label={people.studentNo} by="login" order={order} onOrder={onOrder} />
            <SortHead label={people.name} by="name" order={order} onOrder={onOrder} />
            <SortHead label={people.className} by="class" order={order} onOrder={onOrder} />
            <th scope="col">{people.guilds}</th>
            <SortHead label={people.lastLogin} by="seen" order={order} onOrder={onOrder} />
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
              isFull={chosen.length >= mostAtOnce}
              onChoose={(isChosen) =>
                onChoose(isChosen ? [...chosen, student.id] : chosen.filter((id) => id !== student.id))
              }
            />
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

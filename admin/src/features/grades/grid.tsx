import type { Output } from '@tongchuang/contract/call.ts'
import type { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { adminPaths } from '@tongchuang/contract/paths.ts'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { formatDay } from '@tongchuang/ui/time.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { usePrinting } from '@tongchuang/ui/use-printing.ts'
import { isSubmitKey } from '@tongchuang/ui/use-enter-submit.ts'
import { useNavigate } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { CellMark } from './cell.tsx'
import { headsOf } from './heads.ts'
import styles from './grid.module.css'

type Page = Output<typeof gradesAdmin.grid>
type Row = Page['students']['list'][number]
type Sort = { by: string; descending: boolean }

const HEIGHT = 36
// Rows drawn above and below those in sight.
const SPARE = 8

const Head = ({
  name,
  short = name,
  note,
  by,
  sort,
  onSort,
  className,
}: {
  name: string
  /** As it is written above the column. */
  short?: string
  note?: string
  by: string
  sort: Sort
  onSort: (by: string) => void
  className?: string | undefined
}) => {
  const { grades } = useTexts()
  const isSorted = sort.by === by
  const Arrow = sort.descending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" title={grades.sortBy(name)} onClick={() => onSort(by)}>
        <b>{short}</b>
        {isSorted && <Arrow size={14} aria-hidden />}
        {note && <small>{note}</small>}
      </button>
    </th>
  )
}

/** Whose cell one is at, of which task, and what stands in it: heads and names may be out of sight. */
const CellLine = ({ row, task, t }: { row: Row | undefined; task: Page['tasks'][number] | undefined; t: number }) => {
  const { grades } = useTexts()
  const cell = row?.cells.find((one) => one.t === t)
  return (
    <p className={`${styles.line} no-print`}>
      {row && task ? (
        <>
          <b>{row.student.real_name || row.student.nickname}</b>
          <span>{task.title}</span>
          <CellMark cell={cell} />
          {cell?.submit_id && <kbd>{grades.opens}</kbd>}
        </>
      ) : (
        grades.chooseCell
      )}
    </p>
  )
}

/** Students down, tasks across: heads that stay, only the rows in sight drawn, arrows and Enter on the keyboard. */
export const Grid = ({
  label,
  tasks,
  rows,
  total,
  average,
  sort,
  onSort,
  onEnd,
}: {
  label: string
  tasks: Page['tasks']
  rows: readonly Row[]
  total: number
  average: number | null
  sort: Sort
  onSort: (by: string) => void
  onEnd: () => void
}) => {
  const { grades } = useTexts()
  const language = useLanguage()
  const navigate = useNavigate()
  const box = useRef<HTMLElement>(null)
  const [view, setView] = useState({ top: 0, height: 800 })
  const [focus, setFocus] = useState({ row: 0, column: 0 })
  const [isEntered, setEntered] = useState(false)
  const heads = useMemo(() => headsOf(tasks.map(({ title }) => title)), [tasks])
  const wantsFocus = useRef(false)
  const end = useEffectEvent(onEnd)

  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight })
    const watcher = new ResizeObserver(look)
    watcher.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      watcher.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])

  const isPrinting = usePrinting()
  const first = isPrinting ? 0 : Math.max(0, Math.floor(view.top / HEIGHT) - SPARE)
  const last = isPrinting ? rows.length : Math.min(rows.length, Math.ceil((view.top + view.height) / HEIGHT) + SPARE)
  useEffect(() => {
    if (last >= rows.length && rows.length < total) end()
  }, [last, rows.length, total])

  useEffect(() => {
    if (!wantsFocus.current) return
    const cell = box.current?.querySelector<HTMLElement>('td[tabindex="0"]')
    // A row far away is drawn once it has come into sight: until then the focus waits.
    if (!cell) return
    wantsFocus.current = false
    cell.focus()
  }, [focus, view])

  const openWork = (row: Row | undefined, t: number) => {
    const id = row?.cells.find((cell) => cell.t === t)?.submit_id
    if (id) void navigate(adminPaths.reviewOf(id))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, [number, number]> = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowRight: [0, 1],
      ArrowLeft: [0, -1],
      PageDown: [10, 0],
      PageUp: [-10, 0],
    }
    const move = moves[event.key]
    if (isSubmitKey(event, false) && event.target instanceof HTMLTableCellElement)
      openWork(rows[focus.row], focus.column)
    if (!move) return
    event.preventDefault()
    const row = Math.min(Math.max(0, focus.row + move[0]), rows.length - 1)
    const column = Math.min(Math.max(0, focus.column + move[1]), tasks.length - 1)
    const element = box.current
    if (element) {
      // The row may not be drawn yet: first it comes into sight.
      if (row * HEIGHT < element.scrollTop) element.scrollTop = row * HEIGHT
      if ((row + 3) * HEIGHT > element.scrollTop + element.clientHeight - 60)
        element.scrollTop = (row + 4) * HEIGHT - element.clientHeight + 60
    }
    wantsFocus.current = true
    setFocus({ row, column })
  }

  return (
    <>
      <CellLine row={isEntered ? rows[focus.row] : undefined} task={tasks[focus.column]} t={focus.column} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move between the cells, which have the focus */}
      <section ref={box} className={styles.box} aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its cells are walked with the arrows */}
        <table className={styles.grid} role="grid" aria-rowcount={total + 2} aria-colcount={tasks.length + 3}>
          <thead>
            <tr>
              <Head
                name={grades.student}
                by="name"
                sort={sort}
                onSort={onSort}
                className={`${styles.name} ${styles.left}`}
              />
              <Head name={grades.class} by="student_no" sort={sort} onSort={onSort} className={styles.left} />
              <Head name={grades.average} by="average" sort={sort} onSort={onSort} className={styles.mean} />
              {tasks.map((task, t) => (
                <Head
                  key={task.id}
                  name={task.title}
                  short={heads[t] ?? task.title}
                  note={[grades.types[task.type], task.due_at && formatDay(task.due_at, language)]
                    .filter(Boolean)
                    .join(' · ')}
                  by={`task:${task.id}`}
                  sort={sort}
                  onSort={onSort}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {first > 0 && <tr aria-hidden style={{ height: first * HEIGHT }} />}
            {rows.slice(first, last).map((row, index) => {
              const byTask = new Map(row.cells.map((cell) => [cell.t, cell]))
              const place = first + index
              return (
                <tr key={row.student.user_id} aria-rowindex={place + 2}>
                  <th scope="row" className={styles.name} title={row.student.student_no}>
                    {row.student.real_name || row.student.nickname}
                  </th>
                  <td className={styles.class}>{row.student.class_name}</td>
                  <td className={`${styles.mean} num`}>{row.average ?? '–'}</td>
                  {tasks.map((task, t) => (
                    <td
                      key={task.id}
                      tabIndex={focus.row === place && focus.column === t ? 0 : -1}
                      onFocus={() => {
                        setEntered(true)
                        if (focus.row !== place || focus.column !== t) setFocus({ row: place, column: t })
                      }}
                      onDoubleClick={() => openWork(row, t)}
                    >
                      <CellMark cell={byTask.get(t)} />
                    </td>
                  ))}
                </tr>
              )
            })}
            {last < rows.length && <tr aria-hidden style={{ height: (rows.length - last) * HEIGHT }} />}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2} className={styles.name}>
                {grades.averages}
              </th>
              <td className={`${styles.mean} num`}>{average ?? '–'}</td>
              {tasks.map((task) => (
                <td key={task.id} className="num">
                  {task.average ?? '–'}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
    </>
  )
}

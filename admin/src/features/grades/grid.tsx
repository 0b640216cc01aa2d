import type { Output } from '@tongchuang/contract/call.ts'
import type { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { adminPaths } from '@tongchuang/contract/paths.ts'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { isSubmitKey } from '@tongchuang/ui/use-enter-submit.ts'
import { useNavigate } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { CellMark } from './cell.tsx'
import { entryFor, memberFor } from './column-member.ts'
import { ConflictPanel } from './conflict-panel.tsx'
import { EnteredCell } from './entered-cell.tsx'
import type { Drafts, PutDraft } from './entries.ts'
import { EntryLine } from './entry-line.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import type { Entering } from './use-entering.ts'
import styles from './grid.module.css'
import { Gap, Heads, type HeadsProps } from './heads-row.tsx'
import type { ReadPastedRows } from './pasted-rows.ts'
import { usePasting } from './use-pasting.tsx'
import { useCellFocus } from './use-cell-focus.ts'
import { MANY_COLUMNS, rowHeight, useVisibleCells } from './use-visible-cells.ts'

type Page = Output<typeof gradesAdmin.grid>
type Row = Page['students']['list'][number]

/** Student, task and content of the focused cell, because headings and names may be scrolled out of view. */
const CellLine = ({ row, task, t }: { row: Row | undefined; task: Page['tasks'][number] | undefined; t: number }) => {
  const { grades } = useTexts()
  const cell = row?.cells.find((one) => one.t === t)
  const isTheirs = row && task && memberFor(task, row, t) !== undefined
  return (
    <p className={`${styles.line} no-print`}>
      {row && task ? (
        <>
          <b>{row.student.real_name || row.student.nickname}</b>
          <span>{task.title}</span>
          {isTheirs ? <CellMark cell={cell} /> : grades.notGiven}
          {cell?.submit_id && <kbd>{grades.opens}</kbd>}
        </>
      ) : (
        grades.chooseCell
      )}
    </p>
  )
}

type GridProps = Omit<HeadsProps, 'start' | 'stop'> & {
  label: string
  tasks: Page['tasks']
  rows: readonly Row[]
  /** How many students there are; null where there are more than were counted. */
  total: number | null
  average: number | null
  onEnd: () => void
  /** Reads the students who are not in `rows`; undefined where all are. */
  readRows?: ReadPastedRows | undefined
  /** The state of typing into the columns of offline tasks. */
  entering: Entering
}

type Columns = Pick<HeadsProps, 'start' | 'stop'> & { tasks: Page['tasks'] }

type RowProps = Columns & {
  row: Row
  /** Its place among all rows, from 0. */
  place: number
  /** The column whose cell can be reached by Tab; null if that cell is in another row. */
  reachable: number | null
  onReach: (column: number) => void
  onOpen: (column: number) => void
  entering: Entering
  drafts: Drafts
  onDraft: PutDraft
  onDown: () => void
  guilds: GridProps['guilds']
}

const StudentRow = ({ row, tasks, start, stop, place, reachable, onReach, onOpen, guilds, ...typing }: RowProps) => {
  const { grades, shell } = useTexts()
  const byTask = new Map(row.cells.map((cell) => [cell.t, cell]))
  const where = guilds ? shell.listed(row.guild_ids.map((id) => guilds.get(id) ?? '')) : row.student.class_name
  return (
    <tr aria-rowindex={place + 2}>
      <th scope="row" className={styles.name} title={row.student.student_no}>
        {row.student.real_name || row.student.nickname}
      </th>
      <td className={styles.class} title={where}>
        {where}
      </td>
      <td className={`${styles.mean} num`}>{row.average ?? '–'}</td>
      <Gap columns={start} />
      {tasks.slice(start, stop).map((task, index) => {
        const t = start + index
        const typed = task.may_enter && entryFor(task, row, t)
        return typed ? (
          <EnteredCell
            key={task.id}
            {...{ row, task: typed, column: t + 4, ...typing }}
            cell={byTask.get(t)}
            reachable={reachable === t}
            onReach={() => onReach(t)}
          />
        ) : (
          <td
            key={task.id}
            aria-colindex={t + 4}
            tabIndex={reachable === t ? 0 : -1}
            className={memberFor(task, row, t) ? undefined : styles.notGiven}
            onFocus={() => onReach(t)}
            onDoubleClick={() => onOpen(t)}
          >
            {memberFor(task, row, t) ? (
              <CellMark cell={byTask.get(t)} />
            ) : (
              <span className="vh">{grades.notGiven}</span>
            )}
          </td>
        )
      })}
      <Gap columns={tasks.length - stop} />
    </tr>
  )
}

const Averages = ({ tasks, start, stop, average }: Columns & Pick<GridProps, 'average'>) => {
  const { grades } = useTexts()
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={2} className={styles.name}>
          {grades.averages}
        </th>
        <td className={`${styles.mean} num`}>{average ?? '–'}</td>
        <Gap columns={start} />
        {tasks.slice(start, stop).map((task) => (
          <td key={task.id} className="num">
            {task.average ?? '–'}
          </td>
        ))}
        <Gap columns={tasks.length - stop} />
      </tr>
    </tfoot>
  )
}

/** The number of columns that must fit side by side on a sheet. */
const onPaper = (columns: number) => ({ '--columns': Math.max(1, columns) })

/** The unsent text of cells, and what changes it. */
const useDrafts = () => {
  const [drafts, setDrafts] = useState<Drafts>(new Map())
  const put: PutDraft = (key, draft) =>
    setDrafts((before) => {
      const next = new Map(before)
      if (draft) next.set(key, draft)
      else next.delete(key)
      return next
    })
  return [drafts, put] as const
}

/** Opens the work of a cell, if there is one. */
const useOpening = () => {
  const navigate = useNavigate()
  return (row: Row | undefined, t: number) => {
    const id = row?.cells.find((cell) => cell.t === t)?.submit_id
    if (id) void navigate(adminPaths.reviewOf(id))
  }
}

/** The grid: students down, tasks across, with sticky headings, only visible cells drawn, and arrow keys and Enter. */
export const Grid = ({ label, tasks, rows, total, average, sort, onSort, onEnd, readRows, ...more }: GridProps) => {
  const { entering, guilds } = more
  const openWork = useOpening()
  const box = useRef<HTMLElement>(null)
  const [isEntered, setEntered] = useState(false)
  const columns = tasks.length
  const shown = useVisibleCells(box, { count: rows.length, total, columns, onEnd })
  const { view, first, last, start, stop, rowCount } = shown
  const [drafts, putDraft] = useDrafts()
  const { focus, setFocus, moveBy, down } = useCellFocus(box, view, { rows: rows.length, columns })
  const { onPaste, dialog } = usePasting({ rows, readRows, tasks, focus, entering, putDraft })
  const onKeyDown = (event: KeyboardEvent) => {
    if (isSubmitKey(event, false) && event.target instanceof HTMLTableCellElement)
      openWork(rows[focus.row], focus.column)
    moveBy(event)
  }

  const who = isEntered ? rows[focus.row] : undefined
  const at = tasks[focus.column]
  const typedAt = at?.may_enter && who && entryFor(at, who, focus.column)
  return (
    <>
      {typedAt ? (
        <EntryLine row={who} task={typedAt} t={focus.column} entering={entering} drafts={drafts} />
      ) : (
        <CellLine row={who} task={at} t={focus.column} />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move between the cells, which have the focus */}
      <section
        ref={box}
        className={styles.box}
        style={onPaper(stop - start)}
        data-many={columns > 9 ? '' : undefined}
        data-wide={columns > MANY_COLUMNS ? '' : undefined}
        aria-label={label}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onFocus={entering.enter}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget) && drafts.size === 0) entering.leave()
        }}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its cells are walked with the arrows */}
        <table className={styles.grid} role="grid" aria-rowcount={rowCount} aria-colcount={columns + 3}>
          <thead>
            <Heads {...{ tasks, sort, onSort, guilds, start, stop }} />
          </thead>
          <tbody>
            {first > 0 && <tr aria-hidden style={{ height: first * rowHeight }} />}
            {rows.slice(first, last).map((row, index) => {
              const place = first + index
              return (
                <StudentRow
                  key={row.student.user_id}
                  {...{ row, tasks, start, stop, place, entering, drafts, guilds }}
                  onDraft={putDraft}
                  onDown={down}
                  reachable={focus.row === place ? focus.column : null}
                  onReach={(column) => {
                    setEntered(true)
                    if (focus.row !== place || focus.column !== column) setFocus({ row: place, column })
                  }}
                  onOpen={(column) => openWork(row, column)}
                />
              )
            })}
            {last < rows.length && <tr aria-hidden style={{ height: (rows.length - last) * rowHeight }} />}
          </tbody>
          <Averages {...{ tasks, start, stop, average }} />
        </table>
      </section>
      <ConflictPanel box={box} rows={rows} entering={entering} view={view} />
      <ReasonDialog rows={rows} entering={entering} />
      {dialog}
    </>
  )
}

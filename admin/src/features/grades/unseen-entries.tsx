import { Button } from '@tongchuang/ui/button.tsx'
import { useTexts } from '../../locales/texts.ts'
import { entryFor, type Column, type Row } from './column-member.ts'
import { keyOf, nameIn, type Entry } from './entries.ts'
import { TypedValue } from './typed-value.tsx'
import styles from './unseen-entries.module.css'
import type { Entering } from './use-entering.ts'

type Shown = { rows: readonly Row[]; tasks: readonly Column[] }

const hasCell = ({ rows, tasks }: Shown, { task_id, user_id }: Entry): boolean => {
  const row = rows.find(({ student }) => student.user_id === user_id)
  return row !== undefined && tasks.some((task, t) => entryFor(task, row, t)?.id === task_id)
}

type Props = Shown & {
  /** All tasks of the grid, also those whose columns are hidden. */
  all: readonly Column[]
  entering: Entering
}

/**
 * The values that were not saved and have no cell here, because a filter or a hidden column keeps it out of sight, or
 * the list goes on: whose they are and why, as the line above the grid says it of a cell.
 */
export const UnseenEntries = ({ all, entering, ...shown }: Props) => {
  const { entering: texts } = useTexts().grades
  // One that is sent again every few seconds stays, so that the list neither jumps nor is read out each time.
  const unseen = [...entering.entries.values()].filter(
    (entry) => (entry.state === 'failed' || (entry.state === 'saving' && entry.hasFailed)) && !hasCell(shown, entry),
  )
  if (unseen.length === 0) return null
  return (
    <section className={`${styles.unseen} no-print`} role="alert">
      <b>{texts.unseenFailed(unseen.length)}</b>
      <ul>
        {unseen.map((entry) => {
          const name = nameIn(shown.rows, entry) ?? texts.unseen
          const title = all.find(({ members }) => members.some(({ task_id }) => task_id === entry.task_id))?.title
          return (
            <li key={keyOf(entry)}>
              <span>{name}</span>
              {title && <span>{title}</span>}
              <TypedValue {...entry.typed} />
              <span className={styles.why}>{entry.refusal ?? texts.kept}</span>
              <Button size="small" aria-label={texts.againNamed(name)} onClick={() => entering.put(entry)}>
                {texts.again}
              </Button>
              {entry.refusal !== undefined && (
                <Button size="small" aria-label={texts.dropNamed(name)} onClick={() => entering.forget(entry)}>
                  {texts.drop}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

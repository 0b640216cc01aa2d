import type { Output } from '@tongchuang/contract/call.ts'
import type { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { EyeOff } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import { TypedValue } from './typed-value.tsx'
import styles from './entry.module.css'
import { keyOf, type Drafts, type Typed } from './entries.ts'
import type { Entering } from './use-entering.ts'

type Page = Output<typeof gradesAdmin.grid>

const words = ['missing', 'excused', 'blank'] as const

type Props = {
  row: Page['students']['list'][number]
  task: Page['tasks'][number]
  t: number
  entering: Entering
  drafts: Drafts
}

/** The student whose result is typed, the accepted input, and the words that have a key. */
export const EntryLine = ({ row, task, t, entering, drafts }: Props) => {
  const { grades } = useTexts()
  const { entering: texts } = grades
  const place = { task_id: task.id, user_id: row.student.user_id }
  const key = keyOf(place)
  const entry = entering.entries.get(key)
  const entered = row.cells.find((cell) => cell.t === t)?.entered
  const isReleased = entered !== undefined && !entered.held && entered.word !== 'blank'
  const type = (word: Typed['word']) =>
    void entering.type(
      place,
      { word, score: null },
      {
        version: entry?.base_version ?? entered?.version ?? 0,
        name: row.student.real_name || row.student.nickname,
        isReleased,
      },
    )
  const standing = drafts.has(key) ? texts.typing : isReleased ? texts.released : entered?.held ? texts.held : ''
  return (
    <div className={`${styles.line} no-print`}>
      <b>{row.student.real_name || row.student.nickname}</b>
      <span>{task.title}</span>
      {standing && <span>{standing}</span>}
      <span className="num">{texts.scale(task.max_score)}</span>
      {entry?.state === 'failed' && (
        <output className={styles.failure}>
          {entry.refusal ?? texts.kept}
          <Button size="small" onClick={() => entering.put(entry)}>
            {texts.again}
          </Button>
          {entry.refusal !== undefined && (
            <Button size="small" onClick={() => entering.forget(entry)}>
              {texts.drop}
            </Button>
          )}
        </output>
      )}
      <span className={styles.keys}>
        <span className={styles.moves}>{texts.moves}</span>
        {words
          .filter((word) => word !== 'blank' || !isReleased)
          .map((word) => (
            <Button key={word} size="small" onClick={() => type(word)}>
              <kbd>{texts.keys[word]}</kbd>
              {texts.words[word]}
            </Button>
          ))}
      </span>
    </div>
  )
}

/** The legend of the four kinds of cells without a plain number; alone, also of the sign shared with other tasks. */
export const EntryLegend = ({ isAlone }: { isAlone: boolean }) => {
  const { entering, marks } = useTexts().grades
  return (
    <span className={styles.legend}>
      {(
        [
          [{ word: 'missing', score: null }, entering.means.missing],
          [{ word: 'excused', score: null }, entering.means.excused],
          [{ word: 'score', score: 0 }, entering.means.zero],
          [{ word: 'blank', score: null }, entering.means.blank],
        ] as const
      ).map(([typed, meaning]) => (
        <span key={meaning}>
          <TypedValue {...typed} /> {meaning}
        </span>
      ))}
      {isAlone && (
        <span className={styles.held}>
          <EyeOff size={14} aria-hidden /> {marks.held}
        </span>
      )}
    </span>
  )
}

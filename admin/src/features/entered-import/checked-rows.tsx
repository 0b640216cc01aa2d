import { Button } from '@tongchuang/ui/button.tsx'
import { Chips } from '@tongchuang/ui/chips.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { formatTime } from '@tongchuang/ui/time.ts'
import { useEnterSubmit } from '@tongchuang/ui/use-enter-submit.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleX, Equal, EyeOff, Plus, RefreshCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './entered-import.module.css'
import { rowsQuery, useMendRow, type EnteredImport, type ImportRow, type Status } from './queries.ts'

const icons = { ask: TriangleAlert, bad: CircleX, new: Plus, changed: RefreshCw, released: EyeOff, same: Equal }
/** In the order shown: rows that need a decision first, then invalid ones. */
export const statuses = ['ask', 'bad', 'new', 'changed', 'released', 'same'] as const

const useSay = () => {
  const { enteredImport: texts } = useTexts()
  return ({ word, score }: ImportRow['now']) => (word === 'score' ? String(score) : texts.words[word])
}

/** Corrects an invalid row in place: another value, or another student number. */
const Mend = ({ id, row }: { id: number; row: ImportRow }) => {
  const { enteredImport: texts } = useTexts()
  const isAboutPerson = row.real_name === ''
  const [text, setText] = useState(isAboutPerson ? row.student_no : row.typed)
  const mend = useMendRow()
  const go = () => mend.mutate({ id, line: row.line, ...(isAboutPerson ? { student_no: text } : { typed: text }) })
  const onKeyDown = useEnterSubmit(go)
  const name = isAboutPerson ? texts.mendNumber(row.line) : texts.mendScore(row.line)
  return (
    <span className={styles.mend}>
      <input
        className="num"
        aria-label={name}
        maxLength={30}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button size="small" busy={mend.isPending} onClick={go}>
        {texts.mend}
      </Button>
    </span>
  )
}

/** Chooses which of two values stays if a cell was typed into after the table was made. */
const Choice = ({ id, row }: { id: number; row: ImportRow }) => {
  const { enteredImport: texts } = useTexts()
  const say = useSay()
  const mend = useMendRow()
  const choose = (taken: boolean) => mend.mutate({ id, line: row.line, taken })
  return (
    <span className={styles.mend}>
      <Button size="small" aria-pressed={!row.taken} onClick={() => choose(false)}>
        {texts.keep(say(row.now))}
      </Button>
      {row.value && (
        <Button size="small" aria-pressed={row.taken} onClick={() => choose(true)}>
          {texts.take(say(row.value))}
        </Button>
      )}
    </span>
  )
}

const Row = ({ one, row }: { one: EnteredImport; row: ImportRow }) => {
  const { enteredImport: texts } = useTexts()
  const language = useLanguage()
  const say = useSay()
  const Icon = icons[row.status]
  const isOpen = one.state === 'checked'
  return (
    <tr data-status={row.status}>
      <td className="num">{row.line}</td>
      <td className="num">{row.student_no}</td>
      <td>{row.real_name}</td>
      <td>{row.typed}</td>
      <td>
        {say(row.now)}
        {row.value && row.status !== 'same' && (
          <>
            {' → '}
            <b className={styles.next}>{say(row.status === 'released' ? row.now : row.value)}</b>
          </>
        )}
      </td>
      <td>
        <span className={styles.status} data-status={row.status}>
          <Icon size={16} aria-hidden />
          {row.status === 'ask' && row.at
            ? texts.changedBy(row.by, formatTime(row.at, language))
            : row.problem || texts.statuses[row.status]}
        </span>
        {isOpen && row.status === 'ask' && <Choice id={one.id} row={row} />}
        {isOpen && row.status === 'bad' && <Mend id={one.id} row={row} />}
      </td>
    </tr>
  )
}

/** The checked rows of an import, one status at a time. */
export const CheckedRows = ({ one }: { one: EnteredImport }) => {
  const { enteredImport: texts } = useTexts()
  const counts = one.counts ?? { new: 0, changed: 0, same: 0, ask: 0, released: 0, bad: 0 }
  const found = statuses.filter((name) => counts[name] > 0)
  const [chosen, choose] = useState<Status | null>(null)
  const status = chosen && found.includes(chosen) ? chosen : (found[0] ?? 'new')
  const rows = useInfiniteQuery(rowsQuery(one.id, status))
  const list = rows.data?.pages.flatMap((page) => page.list) ?? []
  return (
    <section aria-label={texts.rows}>
      <Chips
        label={texts.rows}
        items={found.map((value) => ({ value, label: texts.statuses[value], count: counts[value] }))}
        value={status}
        onChange={choose}
      />
      {rows.error && !rows.data && <RegionError error={rows.error} onRetry={() => void rows.refetch()} />}
      {rows.isPending ? (
        <SkeletonList count={8} height={36} gap={4} />
      ) : (
        <ScrollArea label={texts.rows}>
          <table className={styles.table}>
            <caption className="vh">{texts.rows}</caption>
            <thead>
              <tr>
                {texts.heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {list.map((row) => (
                <Row key={row.line} one={one} row={row} />
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
      <LoadMore of={rows} />
    </section>
  )
}

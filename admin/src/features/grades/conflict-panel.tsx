import type { Output } from '@tongchuang/contract/call.ts'
import type { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { formatTime } from '@tongchuang/ui/time.ts'
import { useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { gradesKey } from '../../queries/keys.ts'
import styles from './entry.module.css'
import { nameIn, type Entry, type Typed } from './entries.ts'
import type { Entering } from './use-entering.ts'
import { withEntered } from './with-entered.ts'

type Row = Output<typeof gradesAdmin.grid>['students']['list'][number]

const width = 344
const gap = 8

/** Left of its cell if there is room, otherwise below it, so that the column stays visible. */
const placeBeside = (cell: DOMRect | undefined): { left: number; top: number } => {
  if (!cell) return { left: gap, top: 120 }
  const top = Math.min(cell.bottom + gap, window.innerHeight - 200)
  const left = cell.left - width - gap
  return left >= gap
    ? { left, top: Math.min(cell.top, window.innerHeight - 200) }
    : { left: Math.max(gap, Math.min(cell.left, window.innerWidth - width - gap)), top }
}

const Asked = ({
  entry,
  name,
  box,
  view,
  entering,
}: {
  entry: Entry & { theirs: NonNullable<Entry['theirs']> }
  name: string
  box: RefObject<HTMLElement | null>
  view: unknown
  entering: Entering
}) => {
  const { entering: texts } = useTexts().grades
  const language = useLanguage()
  const client = useQueryClient()
  const [place, setPlace] = useState(placeBeside(undefined))
  useLayoutEffect(() => {
    setPlace(placeBeside(box.current?.querySelector(`[data-state='conflict']`)?.getBoundingClientRect()))
  }, [box, view, entry])
  const { theirs, typed } = entry
  const say = ({ word, score }: Typed) => (word === 'score' ? String(score) : texts.words[word])
  const back = () => box.current?.querySelector<HTMLElement>('td[tabindex="0"]')?.focus()
  const keep = () => {
    client.setQueriesData(
      { queryKey: [...gradesKey, 'grid'] },
      withEntered(entry.task_id, { user_id: entry.user_id, ...theirs }),
    )
    entering.forget(entry)
    back()
  }
  const put = (next: Typed) => {
    const { version, word, released_at } = theirs
    const isReleased = released_at !== null && word !== 'blank'
    const whose = entry.name === undefined ? {} : { name: entry.name }
    void entering.type(entry, next, { version, max: entry.max_score, ...whose, isReleased })
    back()
  }
  return (
    <section className={styles.asked} style={place} aria-label={texts.twoOf(name)}>
      <h2>
        <TriangleAlert size={16} aria-hidden />
        {texts.twoOf(name)}
      </h2>
      <p>
        {texts.theirs(theirs.by, theirs.at ? formatTime(theirs.at, language) : '')}
        <b className="num">{say(theirs)}</b>
      </p>
      <p>
        {texts.yours(formatTime(new Date(entry.at).toISOString(), language))}
        <b className="num">{say(typed)}</b>
      </p>
      <div>
        <Button onClick={keep}>{texts.keepTheirs(say(theirs))}</Button>
        <Button tone="primary" onClick={() => put(typed)}>
          {texts.takeYours(say(typed))}
        </Button>
        {theirs.released_at === null && typed.word !== 'blank' && (
          <Button tone="text" onClick={() => put({ word: 'blank', score: null })}>
            {texts.blankFirst}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Shown if two teachers typed into the same cell: the second one chooses the value. All other cells stay editable. */
export const ConflictPanel = ({
  box,
  rows,
  entering,
  view,
}: {
  box: RefObject<HTMLElement | null>
  rows: readonly Row[]
  entering: Entering
  /** Changes when other rows scroll into view. */
  view: unknown
}) => {
  const { grades } = useTexts()
  const entry = [...entering.entries.values()].find(({ state }) => state === 'conflict')
  if (!entry?.theirs) return null
  const name = nameIn(rows, entry) ?? grades.entering.unseen
  return (
    <Asked
      key={`${entry.task_id}.${entry.user_id}`}
      entry={{ ...entry, theirs: entry.theirs }}
      {...{ name, box, view, entering }}
    />
  )
}

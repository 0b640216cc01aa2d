import { paths } from '@tongchuang/contract/paths.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { CheckRow } from '@tongchuang/ui/check-row.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { keptText } from '@tongchuang/ui/kept-text.ts'
import { Pick } from '@tongchuang/ui/pick.tsx'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { useOtherWindow } from '@tongchuang/ui/use-other-window.ts'
import { useIsFetching, useQuery } from '@tanstack/react-query'
import { ChevronLeft, Printer } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import { useBookletTexts } from '../../locales/use-booklet-texts.ts'
import { studentTaskKey, worksKey } from '../../queries/keys.ts'
import styles from './booklet.module.css'
import { ownVersionsQuery, termQuery } from './queries.ts'
import { Cover, WorkSheet } from './sheets.tsx'
import { mostWorks, worksOf } from './works-of-term.ts'
import type { TermWork } from './works-of-term.ts'

type Choice = { ids: readonly number[]; withFirst: boolean; words: string }
type Props = {
  /** The certificate of an excellent work, as a sheet. */
  certificate: ComponentType<{ id: number }>
}

const Choose = ({
  works,
  choice,
  onChange,
  onEnter,
}: {
  works: readonly TermWork[]
  choice: Choice
  onChange: (choice: Choice) => void
  /** Called when the field of the sentence is entered. */
  onEnter: () => void
}) => {
  const texts = useBookletTexts()
  const { ids, withFirst, words } = choice
  const isFull = ids.length >= mostWorks
  return (
    <section className={styles.choose} aria-labelledby="booklet-works">
      <h2 id="booklet-works">{texts.choose}</h2>
      <p>{texts.chosen(ids.length, mostWorks)}</p>
      <ul>
        {works.map(({ last, versions }) => {
          const isChosen = ids.includes(last.id)
          return (
            <li key={last.id}>
              <label className={styles.work}>
                <input
                  type="checkbox"
                  checked={isChosen}
                  disabled={isFull && !isChosen}
                  onChange={() =>
                    onChange({ ...choice, ids: isChosen ? ids.filter((id) => id !== last.id) : [...ids, last.id] })
                  }
                />
                <span>
                  <b>{last.title || last.task_title}</b>
                  <small>{texts.of(last.guild_name, versions, last.featured)}</small>
                </span>
              </label>
            </li>
          )
        })}
      </ul>
      <CheckRow checked={withFirst} onChange={(next) => onChange({ ...choice, withFirst: next })}>
        {texts.withFirst}
      </CheckRow>
      <Field
        label={texts.ownWords}
        hint={texts.ownWordsHint}
        maxLength={60}
        value={words}
        onFocus={onEnter}
        onChange={(event) => onChange({ ...choice, words: event.target.value })}
      />
    </section>
  )
}

/** The sheets as they are printed. */
const Sheets = ({
  works,
  choice,
  term,
  Certificate,
}: {
  works: readonly TermWork[]
  choice: Choice
  term: string
  Certificate: Props['certificate']
}) => {
  const texts = useBookletTexts()
  const chosen = works.filter(({ last }) => choice.ids.includes(last.id))
  return (
    <section className={styles.sheets} aria-label={texts.title}>
      <Cover term={term} works={chosen} words={choice.words.trim()} />
      {chosen.map((work) => (
        <div key={work.last.id} className={styles.both}>
          <WorkSheet work={work} withFirst={choice.withFirst} />
          {work.last.featured && (
            <div className={styles.certificate}>
              <Suspense fallback={<Skeleton height={320} />}>
                <Certificate id={work.last.id} />
              </Suspense>
            </div>
          )}
        </div>
      ))}
    </section>
  )
}

const Frame = ({ action, children }: { action?: ReactNode; children: ReactNode }) => {
  const texts = useBookletTexts()
  const heading = useRef<HTMLHeadingElement>(null)
  // The link that led here is gone from the page, so the heading takes the focus.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className={styles.page}>
      <header className={`${styles.head} no-print`}>
        <Link className={styles.back} to={paths.center()}>
          <ChevronLeft size={20} aria-hidden />
          {texts.back}
        </Link>
        <h1 ref={heading} tabIndex={-1}>
          {texts.title}
        </h1>
        {action}
      </header>
      {children}
    </div>
  )
}

/** The sentence on the cover, stored on this device for its author until it is removed. */
const useOwnWords = () => {
  const name = `booklet-words:${useProfile().user_id}`
  const kept = keptText(name)
  const [words, setWords] = useState(kept.read)
  const latest = useRef(words)
  const other = useOtherWindow(name, latest)
  const show = (next: string) => {
    latest.current = next
    setWords(next)
  }
  return {
    words,
    write: (next: string) => {
      show(next)
      kept.write(next)
      other.noteStored()
    },
    /** Goes on from the sentence that another window has written meanwhile. */
    enter: () => other.look(show),
  }
}

/**
 * A student's own works of a term as a booklet for printing: the first version of each beside its last, and the
 * teacher's words.
 */
export const BookletPage = ({ certificate }: Props) => {
  const texts = useBookletTexts()
  const [isWhole, setWhole] = useState(false)
  const [made, setMade] = useState<Omit<Choice, 'words'> | null>(null)
  const { words, write, enter } = useOwnWords()
  const versions = useQuery(ownVersionsQuery)
  const term = useQuery(termQuery)
  const waiting = useIsFetching({ queryKey: studentTaskKey }) + useIsFetching({ queryKey: worksKey })
  const span = isWhole ? null : (term.data ?? null)
  const works = versions.data && term.data !== undefined ? worksOf(versions.data, span) : undefined
  // Excellent works are proposed at first; the student chooses what is included.
  const proposed = { ids: works?.filter(({ last }) => last.featured).map(({ last }) => last.id) ?? [] }
  const choice = { ...(made ?? { ids: proposed.ids.slice(0, mostWorks), withFirst: true }), words }
  const choose = (next: Choice) => {
    setMade(next)
    if (next.words !== words) write(next.words)
  }
  if (!works)
    return (
      <Frame>{versions.error || term.error ? <ReadFailure of={[versions, term]} /> : <Skeleton height={320} />}</Frame>
    )
  const print = (
    <Button tone="primary" busy={waiting > 0} disabled={choice.ids.length === 0} onClick={() => window.print()}>
      <Printer size={18} aria-hidden />
      {texts.print}
    </Button>
  )
  return (
    <Frame action={works.length > 0 && print}>
      <div className={`${styles.lead} no-print`}>
        <p>{texts.lead}</p>
        {term.data && (
          <Pick
            label={texts.span}
            value={isWhole ? 'whole' : 'term'}
            items={[
              { value: 'term' as const, label: term.data.name || texts.term },
              { value: 'whole' as const, label: texts.whole },
            ]}
            onChange={(next) => {
              setWhole(next === 'whole')
              setMade(null)
            }}
          />
        )}
      </div>
      {works.length === 0 ? (
        <EmptyState title={texts.none}>{texts.noneHint}</EmptyState>
      ) : (
        <>
          <div className="no-print">
            <Choose works={works} choice={choice} onChange={choose} onEnter={enter} />
          </div>
          <Sheets
            works={works}
            choice={choice}
            term={isWhole ? '' : (term.data?.name ?? '')}
            Certificate={certificate}
          />
        </>
      )}
    </Frame>
  )
}

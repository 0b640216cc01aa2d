import { hueOf } from '@tongchuang/contract/rules/hues.ts'
import { Button, IconButton } from './button.tsx'
import { ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './anthology.module.css'
import { AnthologyCover } from './anthology-cover.tsx'
import type { AnthologyIssue } from './anthology-cover.tsx'
import { lettersThatFit, monthsBetween } from './anthology-places.ts'
import { Drawing } from './drawing.tsx'
import { EmptyState } from './empty-state.tsx'
import { hueStyle } from './hues.ts'
import { useLanguage } from './language.ts'
import type { Language } from './language.ts'
import { beginningOf, wordsOf } from './plain-words.ts'
import { SealMark } from './seal-mark.tsx'
import { SelectField } from './select-field.tsx'
import { anthologyTextsOf } from './texts/anthology.ts'
import { formatDay } from './time.ts'

type Work = AnthologyIssue['works'][number]

const monthName = (month: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${month}-15T00:00:00Z`),
  )

const Picture = ({ work, hue, hasWords }: { work: Work; hue: string; hasWords: boolean }) => {
  const texts = anthologyTextsOf[useLanguage()]
  if (work.cover_url)
    return (
      <img
        className={styles.picture}
        src={work.cover_url}
        alt={texts.pictureOf(work.title || work.task_title)}
        style={{ aspectRatio: work.cover_ratio ?? 4 / 3 }}
      />
    )
  return hasWords ? null : (
    <Drawing size="picture" subject={work.subject} hue={hueOf(hue)} id={work.id} className={styles.drawing} />
  )
}

/** One work: its task, its author, its beginning, and why it was picked. */
const PrintedWork = ({ work, hue, link }: { work: Work; hue: string; link: ReactNode }) => {
  const language = useLanguage()
  const texts = anthologyTextsOf[language]
  const words = wordsOf(work.content)
  const text = beginningOf(words, lettersThatFit(words, work.cover_url !== null))
  return (
    <article className={styles.work}>
      <p className={styles.task}>
        {work.task_title} · {formatDay(work.submitted_at, language)}
      </p>
      <header>
        <h2>{work.title || work.task_title || texts.untitled}</h2>
        <span>{work.author || texts.nobody}</span>
      </header>
      <div className={styles.body} data-form={work.form}>
        <Picture work={work} hue={hue} hasWords={text !== ''} />
        {text !== '' && <p className={styles.words}>{text}</p>}
      </div>
      <footer>
        <SealMark className={styles.seal} />
        <p>
          <span className="vh">{texts.picked}</span>
          {work.reason && texts.quote(work.reason)}
        </p>
        {link}
      </footer>
    </article>
  )
}

/** The month that is shown, and the choice of other months. */
export const MonthChoice = ({
  issue,
  isBusy,
  onChoose,
}: {
  issue: AnthologyIssue
  isBusy: boolean
  onChoose: (month: string) => void
}) => {
  const language = useLanguage()
  const texts = anthologyTextsOf[language]
  const known = monthsBetween(issue.first_month, issue.last_month)
  const months = known.includes(issue.month) ? known : [issue.month, ...known]
  const at = months.indexOf(issue.month)
  const [later, earlier] = [months[at - 1], months[at + 1]]
  return (
    <div className={`${styles.choice} no-print`} aria-busy={isBusy}>
      <SelectField label={texts.month} value={issue.month} onChange={onChoose}>
        {months.map((month) => (
          <option key={month} value={month}>
            {monthName(month, language)}
          </option>
        ))}
      </SelectField>
      <IconButton label={texts.earlier} aria-disabled={!earlier} onClick={() => earlier && onChoose(earlier)}>
        <ChevronLeft size={20} aria-hidden />
      </IconButton>
      <IconButton label={texts.later} aria-disabled={!later} onClick={() => later && onChoose(later)}>
        <ChevronRight size={20} aria-hidden />
      </IconButton>
    </div>
  )
}

export const PrintAnthology = ({ issue }: { issue: AnthologyIssue }) => {
  const texts = anthologyTextsOf[useLanguage()]
  if (issue.works.length === 0) return null
  return (
    <Button tone="primary" onClick={() => window.print()}>
      <Printer size={18} aria-hidden />
      {texts.print}
    </Button>
  )
}

/** The sheets of an issue as printed; a month without works says so instead. */
export const AnthologySheets = ({
  issue,
  linkTo,
}: {
  issue: AnthologyIssue
  /** Returns the link from a printed work to its full text, if there is one. */
  linkTo: (work: Work, words: string) => ReactNode
}) => {
  const language = useLanguage()
  const texts = anthologyTextsOf[language]
  const month = monthName(issue.month, language)
  if (issue.works.length === 0) return <EmptyState title={texts.empty(month)}>{texts.emptyHint}</EmptyState>
  return (
    <section className={styles.sheets} aria-label={`${texts.title} ${month}`}>
      <AnthologyCover issue={issue} month={month} />
      <div className={styles.inside} style={hueStyle(hueOf(issue.hue))}>
        {issue.more && <p className={styles.task}>{texts.full(issue.works.length)}</p>}
        {issue.works.map((work) => (
          <PrintedWork key={work.id} work={work} hue={issue.hue} link={linkTo(work, texts.whole)} />
        ))}
      </div>
    </section>
  )
}

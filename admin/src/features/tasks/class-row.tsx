import { isKeyOf } from '@tongchuang/contract/is-key-of.ts'
import { adminPaths } from '@tongchuang/contract/paths.ts'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { instantOf, wallClock } from '@tongchuang/ui/wall-clock.ts'
import { CircleX, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { difference, withDue } from './class-rules.ts'
import type { Dates } from './class-rules.ts'
import styles from './classes.module.css'
import type { ClassOutcome, SetMember } from './queries.ts'

/** A date and time that are saved when the field is left and complete; an incomplete year changes nothing. */
const Moment = ({
  label,
  value,
  locked,
  onChange,
}: {
  label: string
  value: string | null
  locked: boolean
  onChange: (next: string | null) => void
}) => {
  const shown = value === null ? '' : wallClock(Date.parse(value))
  const [typed, setTyped] = useState<string | null>(null)
  const leave = () => {
    const instant = typed === null ? null : instantOf(typed)
    if (typed !== null && typed !== shown && (typed === '' || instant !== null)) onChange(instant)
    setTyped(null)
  }
  return (
    <input
      type="datetime-local"
      aria-label={label}
      disabled={locked}
      value={typed ?? shown}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={leave}
    />
  )
}

const Difference = ({ first, own }: { first: Dates; own: Dates }) => {
  const { classes: texts } = useTexts().tasks
  const differs = difference(first, own)
  if (differs === 'same') return <span>{texts.same}</span>
  if (differs === 'other') return <strong>{texts.otherTime}</strong>
  return <strong>{differs > 0 ? texts.later(differs) : texts.earlier(-differs)}</strong>
}

/** Why a class was left out or not changed; a text of this page replaces the server’s if that is too broad. */
export const WhyNot = ({ outcome, lead }: { outcome: ClassOutcome; lead: string }) => {
  const { classes: texts } = useTexts().tasks
  const own = isKeyOf(texts.reasons, outcome.reason) ? texts.reasons[outcome.reason] : null
  return (
    <output className={styles.why}>
      <CircleX size={18} aria-hidden />
      <span>
        <strong>{lead}</strong>
        {own ?? outcome.text}
        {outcome.task_id !== null && (
          <>
            {' '}
            <Link to={adminPaths.task(outcome.task_id)}>{texts.toTask}</Link>
          </>
        )}
      </span>
    </output>
  )
}

type Acts = { onDates: (dates: Dates) => void; onLeave: (() => void) | null }

/** One class: its name, its opening and due dates, and their difference from the first class. */
export const ClassRow = ({
  member,
  first,
  isFirst,
  locked,
  onDates,
  onLeave,
}: { member: SetMember; first: Dates; isFirst: boolean; locked: boolean } & Acts) => {
  const { classes: texts } = useTexts().tasks
  const { guild_name, hue, glyph, flag, member_count, archived } = member
  const own: Dates = isFirst ? first : member
  const isLocked = locked || archived
  return (
    <>
      <span className={styles.chip}>
        <Emblem hue={hue} glyph={glyph} flag={flag} height={20} />
        <span className={styles.who}>
          <span className={styles.name} title={guild_name}>
            {guild_name}
          </span>
          <small>{archived ? texts.archived : texts.people(member_count)}</small>
        </span>
        {onLeave && (
          <button type="button" aria-label={texts.takeOut(guild_name)} onClick={onLeave}>
            <X size={14} aria-hidden />
          </button>
        )}
      </span>
      <Moment
        label={texts.openOf(guild_name)}
        value={own.open_at}
        locked={isLocked}
        onChange={(open_at) => onDates({ ...own, open_at })}
      />
      <Moment
        label={texts.dueOf(guild_name)}
        value={own.due_at}
        locked={isLocked}
        onChange={(due_at) => onDates(isFirst ? { ...own, due_at } : withDue(own, due_at, first))}
      />
      <span className={styles.differs}>{isFirst ? texts.base : <Difference first={first} own={own} />}</span>
    </>
  )
}

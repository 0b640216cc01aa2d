import { useTexts } from '../../locales/texts.ts'
import styles from './robots.module.css'

/** Converts minutes after midnight to a clock time, and back; null for no time. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
export const minuteOf = (clock: string): number | null => {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(clock) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

const day = 1440
const marks = [0, 6, 12, 18, 24]

/** A bar of 24 hours with the quiet hours shown dark. */
export const QuietBand = ({ from, until }: { from: number; until: number }) => {
  const { robots } = useTexts()
  const dark =
    from === until
      ? []
      : from < until
        ? [{ x: from, width: until - from }]
        : [
            { x: 0, width: until },
            { x: from, width: day - from },
          ]
  const label = from === until ? robots.quietNever : robots.quietBand(clockOf(from), clockOf(until))
  return (
    <>
      <p className={styles.note}>{label}</p>
      <svg className={styles.band} viewBox={`0 0 ${day} 60`} preserveAspectRatio="none" aria-hidden>
        <rect className={styles.light} width={day} height="60" />
        {dark.map(({ x, width }) => (
          <rect key={x} className={styles.dark} x={x} width={width} height="60" />
        ))}
      </svg>
      <div className={styles.hours} aria-hidden>
        {marks.map((hour) => (
          <span key={hour}>{hour}:00</span>
        ))}
      </div>
    </>
  )
}

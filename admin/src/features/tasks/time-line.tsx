import { useLanguage } from '@tongchuang/ui/language.ts'
import { formatDay, formatMoment, formatSpan } from '@tongchuang/ui/time.ts'
import { useNow } from '@tongchuang/ui/use-now.ts'
import { useTexts } from '../../locales/texts.ts'
import type { Values } from './form-values.ts'
import styles from './time-line.module.css'
import { stretchesOf } from './time-line-rules.ts'

/**
 * The timeline of a task: open, due and closed; on time solid and late hatched. An impossible order of dates is not
 * drawn.
 */
export const TimeLine = ({ values }: { values: Values }) => {
  const { editor } = useTexts().tasks
  const language = useLanguage()
  const now = useNow(60)
  const line = stretchesOf(values, now)
  // As high as the drawn line, so that a switch below does not move when a date field is left.
  if (!line)
    return (
      <div className={styles.line}>
        <p className={styles.days}>{editor.noTimeLine}</p>
        <div className={styles.track} />
        <div className={styles.days}>{'\u00a0'}</div>
      </div>
    )
  const { begin, end, due, close } = line
  const place = (at: number) => `${((at - begin) / (end - begin)) * 100}%`
  const points = [
    { key: 'open', at: begin, word: editor.openAt },
    ...(due === null ? [] : [{ key: 'due', at: due, word: editor.dueAt }]),
    ...(close === null ? [] : [{ key: 'close', at: close, word: editor.closeAt }]),
  ]
  const onTime = due ?? end
  const label = editor.timeLine(points.map(({ word, at }) => `${word} ${formatMoment(at, language, now)}`))
  return (
    <figure className={styles.line} aria-label={label}>
      <div className={styles.spans} aria-hidden>
        <span style={{ width: place(onTime) }}>{editor.onTime(formatSpan(onTime - begin, language))}</span>
        {close !== null && close > onTime && (
          <span className={styles.lateWord}>{editor.lateFor(formatSpan(close - onTime, language))}</span>
        )}
      </div>
      <div className={styles.track}>
        <i className={styles.solid} style={{ width: place(onTime) }} />
        {close !== null && close > onTime && (
          <i className={styles.late} style={{ left: place(onTime), width: `calc(100% - ${place(onTime)})` }} />
        )}
        {points.map(({ key, at }) => (
          <i key={key} className={`${styles.point} ${styles[key] ?? ''}`} style={{ left: place(at) }} />
        ))}
      </div>
      <div className={styles.days} aria-hidden>
        <span>{formatDay(begin, language, now)}</span>
        <span>{formatDay(end, language, now)}</span>
      </div>
    </figure>
  )
}

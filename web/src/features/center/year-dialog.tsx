import { dayLater } from '@tongchuang/contract/rules/days.ts'
import { groupedBy } from '@tongchuang/contract/records.ts'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { useTexts } from '../../locales/texts.ts'
import { shade, utcDay } from './activity-days.ts'
import styles from './activity.module.css'
import type { ActivityData } from './growth-queries.ts'

const size = 12
const classes = ['none', 'one', 'two', 'three'] as const

/** A year of days with one column for each week, and the same by month in a table. */
export const YearDialog = ({ activity, onClose }: { activity: ActivityData; onClose: () => void }) => {
  const { center } = useTexts()
  const language = useLanguage()
  const counts = new Map(activity.days.map(({ day, count }) => [day, count]))
  // Weeks begin on Monday; the first one may be incomplete.
  const lead = (utcDay(activity.from).getUTCDay() + 6) % 7
  const total = Math.round((utcDay(activity.today).getTime() - utcDay(activity.from).getTime()) / 86_400_000) + 1
  const columns = Math.ceil((lead + total) / 7)
  const month = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', timeZone: 'UTC' })
  const months = [...groupedBy(activity.days, ({ day }) => day.slice(0, 7))].toReversed()
  return (
    <Dialog title={center.wholeYear} onClose={onClose} wide>
      <p>
        {activity.days.length === 0 ? center.noActivity : center.activityYear(activity.days.length, activity.longest)}
      </p>
      <div className={styles.scroll}>
        <svg className={styles.year} viewBox={`0 0 ${columns * size} ${7 * size}`} aria-hidden>
          {Array.from({ length: total }, (_, index) => {
            const day = dayLater(activity.today, index + 1 - total)
            const place = lead + index
            return (
              <rect
                key={day}
                x={Math.floor(place / 7) * size}
                y={(place % 7) * size}
                width={size - 2}
                height={size - 2}
                rx="2"
                className={styles[classes[shade(counts.get(day) ?? 0)]]}
              />
            )
          })}
        </svg>
      </div>
      {months.length > 0 && (
        <table className={styles.months}>
          <thead>
            <tr>
              <th scope="col">{center.month}</th>
              <th scope="col">{center.monthDays}</th>
              <th scope="col">{center.monthThings}</th>
            </tr>
          </thead>
          <tbody>
            {months.map(([name, days]) => (
              <tr key={name}>
                <th scope="row">{month.format(utcDay(`${name}-01`))}</th>
                <td>{days.length}</td>
                <td>{days.reduce((sum, { count }) => sum + count, 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}

import { dayLater, longestRun } from '@tongchuang/contract/rules/days.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { shade, utcDay } from './activity-days.ts'
import styles from './activity.module.css'
import { activityQuery } from './growth-queries.ts'

const YearDialog = lazyPart(() => import('./year-dialog.tsx').then((module) => module.YearDialog))

const shown = 28

/**
 * The last four weeks as a grid of squares, each showing how much was done: a table, so that screen readers can read
 * it.
 */
export const Activity = () => {
  const { center } = useTexts()
  const language = useLanguage()
  const { data, error, refetch } = useQuery(activityQuery)
  const [open, setOpen] = useState(false)
  const days = data ? Array.from({ length: shown }, (_, index) => dayLater(data.today, index + 1 - shown)) : []
  const counts = new Map(data?.days.map(({ day, count }) => [day, count]))
  const active = days.filter((day) => counts.has(day))
  const weekday = new Intl.DateTimeFormat(language, {
    weekday: language === 'zh-CN' ? 'narrow' : 'short',
    timeZone: 'UTC',
  })
  const date = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return (
    <section className={styles.activity} aria-labelledby="activity">
      <h2 id="activity">{center.lastDays(shown)}</h2>
      {error && !data && <RegionError what={center.activityFailed} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={190} />}
      {data && (
        <>
          <p>{active.length === 0 ? center.noActivity : center.activity(active.length, longestRun(active))}</p>
          <table>
            <caption className="vh">{center.lastDays(shown)}</caption>
            <thead>
              <tr>
                {days.slice(0, 7).map((day) => (
                  <th key={day} scope="col">
                    {weekday.format(utcDay(day))}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[0, 1, 2, 3].map((week) => (
                <tr key={week}>
                  {days.slice(week * 7, week * 7 + 7).map((day) => {
                    const count = counts.get(day) ?? 0
                    const classes = [styles.day, styles[`shade${shade(count)}`], day === data.today ? styles.today : '']
                    return (
                      <td key={day} className={classes.filter(Boolean).join(' ')}>
                        <span className="vh">{center.dayCount(date.format(utcDay(day)), count)}</span>
                        <span aria-hidden>{count > 0 ? count : ''}</span>
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
          <Button tone="text" size="small" onClick={() => setOpen(true)}>
            {center.wholeYear}
          </Button>
          {open && (
            <Suspense>
              <YearDialog activity={data} onClose={() => setOpen(false)} />
            </Suspense>
          )}
        </>
      )}
    </section>
  )
}

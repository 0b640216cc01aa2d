import { adminPages, adminPaths } from '@tongchuang/contract/paths.ts'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { formatRelative } from '@tongchuang/ui/time.ts'
import { useNow } from '@tongchuang/ui/use-now.ts'
import { Equal, Flag, Scale } from 'lucide-react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { Block } from './block.tsx'
import styles from './home-overview.module.css'
import type { Home } from './queries.ts'

const shapes = { similar: Equal, held: Flag, appeal: Scale } as const

const pathOf = ({ kind, id }: Home['anomalies'][number]): string =>
  kind === 'similar'
    ? adminPaths.review({ work: id })
    : kind === 'held'
      ? adminPaths.moderation()
      : adminPages.reviewRequests

/** Unusual findings, each with a link to where staff decide: a hint, never a verdict. */
export const Anomalies = ({ anomalies }: { anomalies: Home['anomalies'] }) => {
  const { home } = useTexts()
  const language = useLanguage()
  const now = useNow(60)
  return (
    <Block id="anomalies" title={home.anomalies} count={home.cases(anomalies.length)}>
      {anomalies.length === 0 ? (
        <p className={styles.none}>{home.noAnomalies}</p>
      ) : (
        <ul className={styles.rows}>
          {anomalies.map((one) => {
            const Shape = shapes[one.kind]
            return (
              <li key={`${one.kind}${one.id}`}>
                <span className={styles.sign}>
                  <Shape size={18} aria-hidden />
                </span>
                <div>
                  <b>{home.anomaly[one.kind]}</b>
                  <span>{home.anomalyText[one.kind](one.task_title, one.people, one.percent ?? 0)}</span>
                </div>
                <span className={styles.when}>{formatRelative(one.at, language, now)}</span>
                <Link
                  className={buttonClass('plain', 'small')}
                  to={pathOf(one)}
                  aria-label={home.anomalyAbout(home.anomalyAct[one.kind], home.anomaly[one.kind])}
                >
                  {home.anomalyAct[one.kind]}
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </Block>
  )
}

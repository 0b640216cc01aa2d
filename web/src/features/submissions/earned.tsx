import { growth } from '@tongchuang/contract/growth.ts'
import { LevelBadge } from '@tongchuang/ui/level-badge.tsx'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import type { Submission } from '../../queries/student-task.ts'
import { growthKey } from '../../queries/keys.ts'
import styles from './flight.module.css'

const forHandingIn = new Set(['submit_first', 'submit_early', 'active_day'])

/**
 * The experience earned by handing in, according to the ledger; its space is reserved while loading and if there is
 * none.
 */
export const Earned = ({ submission }: { submission: Submission }) => {
  const { submissions: texts, shell } = useTexts()
  const { level, experience, to_next_level } = useProfile()
  const { data } = useQuery({
    queryKey: [...growthKey, 'earned', submission.id],
    queryFn: () => sendQuietly(growth.ledger, { ledger: 'experience', limit: 10 }),
  })
  const since = Date.parse(submission.submitted_at)
  const list = data?.list ?? []
  const points = list
    .filter(({ kind, at, reversed }) => forHandingIn.has(kind) && reversed === 'no' && Date.parse(at) >= since)
    .reduce((sum, entry) => sum + entry.points, 0)
  const after = list[0]?.after ?? 0
  const next = to_next_level === null ? 0 : experience + to_next_level
  const standing = (sum: number) => (sum < next ? `${sum} / ${next}` : String(sum))
  return (
    <div className={`${styles.earned} ${points > 0 ? styles.gaining : ''} no-print`}>
      {points > 0 && (
        <>
          <LevelBadge level={level} />
          <p>
            <b>{shell.level(level)}</b>
            <small className="num">
              <i className={styles.before} aria-hidden>
                {standing(after - points)}
              </i>
              <span>{texts.done.standing(standing(after), points)}</span>
            </small>
          </p>
          <b className={`${styles.points} num`} aria-hidden>
            {texts.done.earned(points)}
          </b>
        </>
      )}
    </div>
  )
}

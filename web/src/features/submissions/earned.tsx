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

/** The experience that handing in has earned, as the ledger has it; its place is kept while it is asked, and where there is none. */
export const Earned = ({ submission }: { submission: Submission }) => {
  const { submissions: texts, shell } = useTexts()
  const { level } = useProfile()
  const { data } = useQuery({
    queryKey: [...growthKey, 'earned', submission.id],
    queryFn: () => sendQuietly(growth.ledger, { ledger: 'experience', limit: 10 }),
  })
  const since = Date.parse(submission.submitted_at)
  const points = (data?.list ?? [])
    .filter(({ kind, at, reversed }) => forHandingIn.has(kind) && reversed === 'no' && Date.parse(at) >= since)
    .reduce((sum, entry) => sum + entry.points, 0)
  return (
    <div className={`${styles.earned} ${points > 0 ? styles.gaining : ''} no-print`}>
      {points > 0 && (
        <>
          <LevelBadge level={level} />
          <p>
            <b className="num">{texts.done.earned(points)}</b>
            <small>{shell.level(level)}</small>
          </p>
        </>
      )}
    </div>
  )
}

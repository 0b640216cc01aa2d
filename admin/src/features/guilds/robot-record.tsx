import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CirclePause, Clock } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import { deliveriesQuery, type Delivery, type Robot } from './robot-queries.ts'
import { useProblem } from './robot-state.tsx'
import styles from './robots.module.css'

const lookOf = ({ state, problem }: Delivery) => {
  if (state === 'sent') return [CircleCheck, styles.good, 'sent'] as const
  if (state === 'dropped') return [CirclePause, styles.calm, 'dropped'] as const
  return problem === null ? ([Clock, styles.calm, 'waiting'] as const) : ([CircleAlert, styles.slow, 'trying'] as const)
}

const Row = ({ robot, one }: { robot: Robot; one: Delivery }) => {
  const { robots } = useTexts()
  const language = useLanguage()
  const problemOf = useProblem()
  const [Icon, tone, word] = lookOf(one)
  const at = formatMoment(one.settled_at ?? one.tried_at ?? one.created_at, language)
  return (
    <li className={styles.told}>
      <div>
        <b>{robots.events[one.event]}</b>
        <small>
          {[at, one.count > 1 && robots.times(one.count), one.tries > 1 && robots.tries(one.tries)]
            .filter(Boolean)
            .join(' · ')}
        </small>
        {one.problem !== null && <p>{problemOf(robot.kind, { problem: one.problem, said: one.said })}</p>}
      </div>
      <span className={tone}>
        <Icon size={16} aria-hidden />
        {robots.outcomes[word]}
      </span>
    </li>
  )
}

type Props = { guild_id: number; robot: Robot; busy: boolean; onAgain: (() => void) | null; onClose: () => void }

/**
 * The recent, failed and pending deliveries of a robot: when, about what, their outcome and the answer of the platform.
 */
export const RobotRecord = ({ guild_id, robot, busy, onAgain, onClose }: Props) => {
  const { robots } = useTexts()
  const query = useInfiniteQuery(deliveriesQuery(guild_id, robot.id))
  const list = query.data?.pages.flatMap((page) => page.list)
  return (
    <Dialog
      title={robots.recordOf(robot.name)}
      onClose={onClose}
      actions={
        onAgain && (
          <Button busy={busy} onClick={onAgain}>
            {robots.tryAgain}
          </Button>
        )
      }
    >
      {query.error && !query.data && <RegionError error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <SkeletonList count={4} height={48} />}
      {list?.length === 0 && <p>{robots.recordEmpty}</p>}
      <ul>
        {list?.map((one) => (
          <Row key={one.id} robot={robot} one={one} />
        ))}
      </ul>
      <LoadMore of={query} />
    </Dialog>
  )
}

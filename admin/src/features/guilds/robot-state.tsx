import type { RobotKind } from '@tongchuang/contract/robots.admin.ts'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { ProviderSign } from '@tongchuang/ui/provider-buttons.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { Braces, CircleAlert, CircleCheck, CirclePause, CircleX, Clock } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import type { Robot, Tested } from './robot-queries.ts'
import styles from './robots.module.css'

/** A sign for a kind of group. */
export const RobotSign = ({ kind }: { kind: RobotKind }) =>
  kind === 'json' ? <Braces size={22} aria-hidden /> : <ProviderSign kind={kind} />

/** Explains a problem: the platform's own words if it gave any, and their probable meaning. */
export const useProblem = (): ((kind: RobotKind, { problem, said }: Pick<Robot, 'problem' | 'said'>) => string) => {
  const { robots } = useTexts()
  return (kind, { problem, said }) => {
    const guess = robots.problems[problem ?? 'ANSWER']
    return said === '' ? robots.noReply(guess) : robots.replied(robots.kinds[kind], said, guess)
  }
}

/** The result of a test; announced to screen readers. */
export const TestResult = ({ kind, tested }: { kind: RobotKind; tested: Tested | null | undefined }) => {
  const { robots } = useTexts()
  const problemOf = useProblem()
  const isGood = tested?.problem === null
  const Icon = isGood ? CircleCheck : CircleAlert
  return (
    <div aria-live="polite">
      {tested && (
        <p className={isGood ? styles.good : styles.bad}>
          <Icon size={16} aria-hidden />
          <span>{isGood ? robots.got(Math.max(0.1, tested.took_ms / 1000).toFixed(1)) : problemOf(kind, tested)}</span>
        </p>
      )}
    </div>
  )
}

/** The state of a robot, as a shape and a word. */
export const RobotState = ({ robot }: { robot: Robot }) => {
  const { robots } = useTexts()
  const [Icon, word, tone] =
    robot.stopped_at !== null
      ? ([CircleX, robots.stopped, styles.bad] as const)
      : !robot.enabled
        ? ([CirclePause, robots.off, styles.calm] as const)
        : robot.moved
          ? ([CirclePause, robots.moved, styles.slow] as const)
          : robot.problem !== null
            ? ([Clock, robots.trying, styles.slow] as const)
            : ([CircleCheck, robots.good, styles.good] as const)
  return (
    <span className={tone}>
      <Icon size={16} aria-hidden />
      {word}
    </span>
  )
}

/** When it last sent a message, how many it sent this week, and how many are waiting. */
export const RobotHistory = ({ robot }: { robot: Robot }) => {
  const { robots } = useTexts()
  const language = useLanguage()
  const { sent_at, sent_week, waiting } = robot
  const words = [
    sent_at === null ? robots.neverSent : robots.sent(formatMoment(sent_at, language), sent_week),
    waiting > 0 && robots.waiting(waiting),
  ]
  return <small>{words.filter(Boolean).join(' · ')}</small>
}

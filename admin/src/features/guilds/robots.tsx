import { mostRobots, type RobotProblem } from '@tongchuang/contract/robots.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { Switch } from '@tongchuang/ui/switch.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleX, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import type { Guild } from './queries.ts'
import { RobotDialog } from './robot-dialog.tsx'
import {
  freshRobot,
  givenOf,
  robotsQuery,
  switchRobot,
  testRobot,
  useRobotChange,
  type Robot,
} from './robot-queries.ts'
import { RobotRecord } from './robot-record.tsx'
import { RobotHistory, RobotSign, RobotState, TestResult, useProblem } from './robot-state.tsx'
import styles from './robots.module.css'

type RowProps = { guild: Guild; robot: Robot; readOnly: boolean; onChange: () => void }

/** What is wrong with a robot, what happens to its messages, and how to fix it. */
const Trouble = ({
  robot,
  busy,
  onChange,
  onAgain,
}: Omit<RowProps, 'guild' | 'readOnly'> & { busy: boolean; onAgain: () => void }) => {
  const { robots } = useTexts()
  const language = useLanguage()
  const problemOf = useProblem()
  const since = robot.failing_since === null ? '' : robots.since(formatMoment(robot.failing_since, language))
  return (
    <div className={robot.stopped_at === null ? styles.slowBox : styles.badBox}>
      <CircleX size={18} aria-hidden />
      <div>
        <b>{robot.problem === null ? robots.moved : problemOf(robot.kind, robot)}</b>
        <p>
          {robot.problem === null
            ? robots.movedHint
            : `${since}${robot.stopped_at !== null ? robots.stoppedText : robot.waiting > 0 ? robots.keepsTrying : robots.nothingWaits}`}
        </p>
        {robot.problem !== null && (
          <span className={styles.buttons}>
            <Button size="small" onClick={onChange}>
              {robots.newAddress}
            </Button>
            <Button size="small" busy={busy} onClick={onAgain}>
              {robots.tryAgain}
            </Button>
          </span>
        )}
      </div>
    </div>
  )
}

const RobotRow = ({ guild, robot, readOnly, onChange }: RowProps) => {
  const { robots } = useTexts()
  const { id, name, kind, enabled } = robot
  const which = { guild_id: guild.id, id }
  const [reading, setReading] = useState(false)
  const test = useRobotChange(guild.id, testRobot)
  const turn = useRobotChange(guild.id, switchRobot)
  const again = () =>
    test.mutate(which, {
      onSuccess: ({ problem }) => {
        if (problem === null && !enabled) turn.mutate({ ...which, enabled: true })
      },
    })
  const isTroubled = enabled || robot.stopped_at !== null ? robot.problem !== null || robot.moved : false
  return (
    <li>
      <div className={styles.row}>
        <RobotSign kind={kind} />
        <div className={styles.what}>
          <b>
            {robots.kinds[kind]} · {name}
          </b>
          <RobotHistory robot={robot} />
        </div>
        <RobotState robot={robot} />
        <span className={styles.buttons}>
          {!readOnly && (
            <Button
              size="small"
              aria-label={robots.testOf(name)}
              busy={test.isPending}
              onClick={() => test.mutate(which)}
            >
              {robots.test}
            </Button>
          )}
          <Button size="small" tone="text" aria-label={robots.recordOf(name)} onClick={() => setReading(true)}>
            {robots.record}
          </Button>
          <Button size="small" tone="text" aria-label={robots.changeOf(name)} onClick={onChange}>
            {robots.change}
          </Button>
        </span>
      </div>
      {!isTroubled && <TestResult kind={kind} tested={test.data} />}
      {isTroubled && !readOnly && (
        <Trouble robot={robot} busy={test.isPending || turn.isPending} onChange={onChange} onAgain={again} />
      )}
      {!readOnly && (
        <div className={styles.turn}>
          <Switch
            label={robots.speaks(name)}
            checked={enabled && !robot.moved}
            busy={turn.isPending}
            onChange={(next) => turn.mutate({ ...which, enabled: next })}
          />
        </div>
      )}
      {reading && (
        <RobotRecord
          guild_id={guild.id}
          robot={robot}
          busy={test.isPending || turn.isPending}
          onAgain={isTroubled && !readOnly && robot.problem !== null ? again : null}
          onClose={() => setReading(false)}
        />
      )}
    </li>
  )
}

const onTheWay: readonly (RobotProblem | null)[] = ['UNKNOWN_HOST', 'UNREACHABLE', 'TIMEOUT']

/** The messages that apply to all robots of the guild. */
const Overall = ({
  robots,
  hasLink,
  isArchived,
}: {
  robots: readonly Robot[]
  hasLink: boolean
  isArchived: boolean
}) => {
  const texts = useTexts().robots
  const speaking = robots.filter(({ enabled, moved }) => enabled && !moved)
  if (isArchived) return robots.length > 0 ? <Notice waiting title={texts.archived} /> : null
  const isShutIn = speaking.length > 0 && speaking.every(({ problem }) => onTheWay.includes(problem))
  return (
    <>
      {isShutIn && <Notice title={texts.noWayOut}>{texts.noWayOutHint}</Notice>}
      {robots.length > 0 && !hasLink && <Notice title={texts.noLink}>{texts.noLinkHint}</Notice>}
    </>
  )
}

/** The robots of a guild’s class groups, for staff who lead it: the state of each, and adding another. */
export const Robots = ({ guild }: { guild: Guild }) => {
  const { robots: texts } = useTexts()
  const language = useLanguage()
  const read = useQuery(robotsQuery(guild.id))
  const [editing, setEditing] = useState<Robot | 'new' | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { data, error, refetch } = read
  const isArchived = guild.status === 'archived'
  const isFull = (data?.robots.length ?? 0) >= mostRobots
  return (
    <section className={styles.robots} aria-labelledby="robots">
      <header>
        <h2 id="robots" ref={heading} tabIndex={-1}>
          {texts.title}
        </h2>
        {data && !isArchived && (
          <Button size="small" blocked={isFull} onClick={() => setEditing('new')}>
            <Plus size={16} aria-hidden />
            {texts.connect}
          </Button>
        )}
      </header>
      <p className={styles.note}>
        {texts.lead}
        {isFull && texts.full(mostRobots)}
      </p>
      <ReadFailure of={read} what={texts.failed} />
      {!data && !error && <SkeletonList count={2} height={72} gap={8} />}
      {data && error && (
        <div className={styles.stale}>
          <Notice waiting title={texts.stale} />
          <Button size="small" onClick={() => void refetch()}>
            {texts.again}
          </Button>
        </div>
      )}
      {data && <Overall robots={data.robots} hasLink={data.has_link} isArchived={isArchived} />}
      {data?.robots.length === 0 && <EmptyState title={texts.none}>{texts.noneHint}</EmptyState>}
      <ul>
        {data?.robots.map((robot) => (
          <RobotRow
            key={robot.id}
            guild={guild}
            robot={robot}
            readOnly={isArchived}
            onChange={() => setEditing(robot)}
          />
        ))}
      </ul>
      {data && editing && (
        <RobotDialog
          guild={guild}
          before={editing === 'new' ? null : editing}
          fresh={editing === 'new' ? freshRobot('wecom', '', language) : givenOf(editing)}
          anyAddress={data.any_address}
          onClose={() => setEditing(null)}
          onRemoved={() => {
            setEditing(null)
            showToast(texts.removed, 'success')
            // The row that opened the dialog disappears.
            heading.current?.focus()
          }}
        />
      )}
    </section>
  )
}

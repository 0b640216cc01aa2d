import type { Hue } from '@tongchuang/contract/rules/hues.ts'
import type { Subject } from '@tongchuang/contract/drawings.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { sparkStyle } from '@tongchuang/ui/drawing-parts.tsx'
import { hueStyle } from '@tongchuang/ui/hues.ts'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { SealMark } from '@tongchuang/ui/seal-mark.tsx'
import { StateIcon } from '@tongchuang/ui/state-icon.tsx'
import { formatDay } from '@tongchuang/ui/time.ts'
import { useNow } from '@tongchuang/ui/use-now.ts'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { useTrailTexts } from '../../locales/use-trail-texts.ts'
import type { MapGroup, MapNode, TaskMap } from '../../queries/task-map.ts'
import { stopWords } from './stop-words.ts'
import { Badge, Cloud, TrailArt } from './trail-art.tsx'
import { emblemOf, hueOf } from './trail-emblem.ts'
import { nextStop, rowInView, rowsOf } from './trail-rows.ts'
import type { TrailRow } from './trail-rows.ts'
import head from './trail-head.module.css'
import styles from './trail.module.css'

type Guild = { id: number; hue: Hue; subject: Subject }

const Stop = ({ node, guild, isNext }: { node: MapNode; guild: number; isNext: boolean }) => {
  const { tasks } = useTexts()
  const texts = useTrailTexts()
  const { text, isLate } = stopWords(node, { tasks, node: texts.node }, useLanguage(), useNow(60))
  return (
    // The list below has the same link for keyboards and screen readers.
    <Link
      className={`${styles.stop} ${isNext ? styles.next : ''}`}
      to={paths.task({ guild, task: node.id })}
      tabIndex={-1}
      data-state={node.excellent ? 'excellent' : node.state}
    >
      {node.locked && <Cloud />}
      <span className={styles.dot}>
        {node.excellent ? <SealMark /> : <StateIcon state={node.state} size={node.state === 'passed' ? 32 : 20} />}
      </span>
      <b>{node.title}</b>
      <small className={isLate ? styles.late : undefined}>{node.excellent ? texts.excellent(text) : text}</small>
    </Link>
  )
}

type RowProps = { row: TrailRow; at: number; group: MapGroup; guild: Guild; next: number | undefined }

const Row = ({ row, at, group, guild, next }: RowProps) => {
  const texts = useTrailTexts()
  const places = row.stops.length + (row.hasBadge ? 1 : 0)
  const goesOn = !row.hasBadge && !row.isLast
  const hue = hueOf(guild.hue, group.order)
  const language = useLanguage()
  const { earned_at } = group
  return (
    <div className={styles.row} style={sparkStyle(hue)}>
      <TrailArt places={places} goesOn={goesOn} isFirst={at === 0} subject={guild.subject} id={`${group.key}-${at}`} />
      <ol className={styles.stops}>
        {row.stops.map((node) => (
          <li key={node.id}>
            <Stop node={node} guild={guild.id} isNext={node.id === next} />
          </li>
        ))}
        {row.hasBadge && (
          <li className={styles.end}>
            <Badge isEarned={earned_at !== null} emblem={emblemOf(group, { subject: guild.subject, hue })} hue={hue} />
            <b>{texts.badge(group.title)}</b>
            <small>
              {earned_at === null ? texts.left(group.count - group.done) : texts.earned(formatDay(earned_at, language))}
            </small>
          </li>
        )}
      </ol>
    </div>
  )
}

/**
 * The trail of a guild: its chapters as a road, each task a stop in its state. The drawing is hidden from screen
 * readers: the list of tasks below it says the same and links to the same pages. At first only the row of the next stop
 * is shown, on phones none.
 */
export const Trail = ({ guild, map }: { guild: Guild; map: TaskMap }) => {
  const texts = useTrailTexts()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { groups } = map
  const next = nextStop(groups)
  const view = rowInView(groups)
  const count = groups.reduce((sum, group) => sum + group.count, 0)
  const done = groups.reduce((sum, group) => sum + group.done, 0)
  const shown = isOpen ? groups : groups.filter(({ key }) => key === view?.key)
  return (
    <section className={`${styles.trail} no-print`} aria-labelledby={id}>
      <div className={head.head}>
        <div>
          <h2 id={id}>{texts.title}</h2>
          <p>
            {texts.walked(count, done)}
            {next && (
              <>
                {texts.next}
                <Link to={paths.task({ guild: guild.id, task: next.id })}>{next.title}</Link>
              </>
            )}
          </p>
        </div>
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? texts.less : texts.all}
        </Button>
      </div>
      <ol className={`${styles.chapters} ${isOpen ? '' : styles.folded}`}>
        {shown.map((group) => (
          <li key={group.key} className={styles.chapter} style={hueStyle(hueOf(guild.hue, group.order))}>
            <h3>
              {group.title} <small className="num">{texts.part(group.done, group.count)}</small>
            </h3>
            <div className={styles.rows} aria-hidden>
              {rowsOf(group).map(
                (row, at) =>
                  (isOpen || at === view?.row) && (
                    // oxlint-disable-next-line react/no-array-index-key -- rows of a road never change places
                    <Row key={at} row={row} at={at} group={group} guild={guild} next={next?.id} />
                  ),
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

import { paths } from '@tongchuang/contract/paths.ts'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { StateIcon } from '@tongchuang/ui/state-icon.tsx'
import { formatDay } from '@tongchuang/ui/time.ts'
import { useNow } from '@tongchuang/ui/use-now.ts'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { lockWords } from '../../locales/lock-words.ts'
import { overdueWords } from '../../locales/due-words.ts'
import { useTexts } from '../../locales/texts.ts'
import { isChapter } from '../../queries/task-map.ts'
import type { MapGroup, MapNode, TaskMap } from '../../queries/task-map.ts'
import { plain } from './numbers.ts'
import type { TypeName } from './queries.ts'
import styles from './task-map.module.css'

export type MapProps = {
  guild: number
  map: TaskMap
  type: TypeName
  current: number
  onType: (type: TypeName) => void
  onLeave?: () => void
}

/** The number of finished tasks of the map, and of all its tasks. */
export const doneOf = ({ groups }: TaskMap) => ({
  done: groups.reduce((sum, group) => sum + group.done, 0),
  count: groups.reduce((sum, group) => sum + group.count, 0),
})

const Types = ({ map, type, onType }: Pick<MapProps, 'map' | 'type' | 'onType'>) => {
  const { taskDetail: texts, tasks } = useTexts()
  const tabs = map.tabs.filter((tab) => tab.count > 0 || tab.type === type)
  // With only one type, that type and 「all」 would be the same list.
  if (tabs.length < 3) return null
  return (
    <fieldset className={styles.types} aria-label={texts.typeFilter}>
      {tabs.map((tab) => (
        <button key={tab.type} type="button" aria-pressed={tab.type === type} onClick={() => onType(tab.type)}>
          {tasks.types[tab.type]}
          <span className="num"> {tab.count}</span>
        </button>
      ))}
    </fieldset>
  )
}

const useNodeWords = (node: MapNode): { text: string; isLate: boolean } => {
  const { taskDetail: texts, tasks } = useTexts()
  const language = useLanguage()
  const now = useNow(60)
  const plainly = ({ state, score, due_at, lock }: MapNode): string => {
    const word = tasks.states[state]
    const isOpen = state === 'available' || state === 'doing' || state === 'returned'
    if (score !== null) return `${word} · ${texts.node.score(plain(score))}`
    if (state === 'locked' && lock[0]) return `${word} · ${lockWords(lock[0], tasks.locks, language, now)}`
    if (isOpen && due_at !== null) return `${word} · ${texts.node.due(formatDay(due_at, language, now))}`
    return word
  }
  const late = overdueWords(node, tasks, now)
  return { text: late ?? plainly(node), isLate: late !== null }
}

const Node = ({
  node,
  to,
  isCurrent,
  onLeave,
}: {
  node: MapNode
  to: string
  isCurrent: boolean
  onLeave?: () => void
}) => {
  const { text, isLate } = useNodeWords(node)
  return (
    <Link to={to} aria-current={isCurrent ? 'page' : undefined} data-state={node.state} onClick={onLeave}>
      <StateIcon state={node.state} size={20} />
      <span>
        {node.title}
        <small className={isLate ? styles.late : undefined}>{text}</small>
      </span>
    </Link>
  )
}

/** Whether progress within a group is meaningful: a group of a single state is finished or not as a whole. */
const hasParts = (group: MapGroup): boolean => group.key === 'other' || isChapter(group)

/** The tasks of a guild in the teacher's order, each with its state; the current one lies on paper. */
export const TaskMapList = ({ guild, map, type, current, onType, onLeave }: MapProps) => {
  const { taskDetail: texts } = useTexts()
  return (
    <>
      <Types map={map} type={type} onType={onType} />
      {map.groups.length === 0 && <p className={styles.none}>{texts.noneOfType}</p>}
      {map.groups.map((group) => (
        <section key={group.key}>
          <h3 className={styles.group}>
            {group.title}
            <span className="num">{hasParts(group) ? texts.part(group.done, group.count) : String(group.count)}</span>
          </h3>
          <ol className={styles.nodes}>
            {group.children.map((node) => (
              <li key={node.id}>
                <Node
                  node={node}
                  to={paths.task({ guild, task: node.id, type })}
                  isCurrent={node.id === current}
                  {...(onLeave ? { onLeave } : {})}
                />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </>
  )
}

/** The map beside the paper. */
export const TaskMapRail = (props: MapProps) => {
  const { taskDetail: texts } = useTexts()
  const { done, count } = doneOf(props.map)
  const { current } = props
  const rail = useRef<HTMLElement>(null)
  // A long map has its own scrolling, so the current task is scrolled into view.
  useEffect(() => {
    const here = rail.current?.querySelector('[aria-current]')
    if (rail.current && here)
      rail.current.scrollTop +=
        here.getBoundingClientRect().top - rail.current.getBoundingClientRect().top - rail.current.clientHeight / 2
  }, [current])
  return (
    <nav ref={rail} className={`${styles.map} no-print`} aria-label={texts.map}>
      <h2 className={styles.title}>
        {texts.map}
        <small className="num">{texts.done(done, count)}</small>
      </h2>
      <TaskMapList {...props} />
    </nav>
  )
}

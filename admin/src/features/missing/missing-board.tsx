import { adminPaths } from '@tongchuang/contract/paths.ts'
import { isNotFound } from '@tongchuang/contract/sender.ts'
import { useAddressQuery } from '@tongchuang/ui/address-query.ts'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { usePageTitle } from '@tongchuang/ui/page-title.ts'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Segments } from '@tongchuang/ui/segments.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { useSearchParamsState } from '@tongchuang/ui/use-search-params-state.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { Holders } from './holders.tsx'
import { MissingList } from './missing-list.tsx'
import styles from './missing.module.css'
import { mostTasks, taskQuery, tasksQuery, type Choice } from './queries.ts'

const none: never[] = []
const whos = ['missing', 'accepted', 'submitted'] as const

/**
 * Chooses the task of the list, or all classes of a set; the choice in the address is offered even if it is not listed.
 */
const TaskChoice = ({
  tasks,
  isMore,
  value,
  known,
}: {
  tasks: readonly Choice[]
  /** There are earlier tasks than those. */
  isMore: boolean
  value: string
  known: { id: number; name: string } | undefined
}) => {
  const { review, reviewSets } = useTexts()
  const { change } = useAddressQuery()
  const valueOf = ({ id, set_id }: Choice): string => (set_id === null ? String(id) : `set-${set_id}`)
  const isListed = value === '' || tasks.some((one) => valueOf(one) === value)
  const choose = (next: string) => {
    const isSet = next.startsWith('set-')
    change({ task: isSet ? null : next, set: isSet ? next.slice('set-'.length) : null, student: null })
  }
  return (
    <div className={`${styles.task} no-print`}>
      <SelectField label={review.task} value={value} onChange={choose}>
        <option value="">{review.chooseTask}</option>
        {!isListed && <option value={value}>{known?.name ?? reviewSets.together}</option>}
        {tasks.map((one) => (
          <option key={valueOf(one)} value={valueOf(one)}>
            {one.set_id === null ? `${one.title} · ${one.guild_name}` : reviewSets.allClasses(one.title)}
          </option>
        ))}
      </SelectField>
      {isMore && <p className={styles.hint}>{reviewSets.earlierTasks(mostTasks)}</p>}
    </div>
  )
}

/**
 * The students with nothing handed in for the task of the address, or in any class of its set; with `?who=` those who
 * accepted it or handed in. `absent` is shown if there is no such task.
 */
export const MissingBoard = ({ absent }: { absent: ReactNode }) => {
  const { review, reviewSets } = useTexts()
  const params = useSearchParamsState()
  const set = idInAddress(params.get('set')) ?? 0
  const id = set > 0 ? 0 : (idInAddress(params.get('task')) ?? 0)
  const listed = useQuery(tasksQuery)
  const tasks = listed.data?.choices
  const { data: task, error, refetch } = useQuery({ ...taskQuery(id), enabled: id > 0 })
  const who = set > 0 ? 'missing' : (whos.find((one) => one === params.get('who')) ?? 'missing')
  const title = set > 0 ? tasks?.find((one) => one.set_id === set)?.title : task?.title
  usePageTitle(title && `${title} · ${review.whose[who]}`)
  if (isNotFound(error)) return absent
  return (
    <>
      <PageHead title={review.whose[who]}>
        {id > 0 && (
          <Link className={buttonClass()} to={adminPaths.task(id)}>
            {review.openTask}
          </Link>
        )}
      </PageHead>
      {task && <p className="print-only">{`${task.title} · ${task.guild_name}`}</p>}
      {set > 0 && <p className="print-only">{title ? reviewSets.allClasses(title) : reviewSets.together}</p>}
      <TaskChoice
        tasks={tasks ?? none}
        isMore={listed.data?.isMore ?? false}
        value={set > 0 ? `set-${set}` : id === 0 ? '' : String(id)}
        known={task && { id, name: `${task.title} · ${task.guild_name}` }}
      />
      <ReadFailure of={listed} />
      {id > 0 && (
        <div className={`${styles.who} no-print`}>
          <Segments
            label={review.whoLabel}
            items={whos.map((value) => ({ value, label: review.who[value] }))}
            value={who}
            onChange={(next) => params.set('who', next === 'missing' ? '' : next)}
          />
        </div>
      )}
      {set > 0 ? (
        <MissingList key={`set-${set}`} of={{ set_id: set }} may_lead={false} student={null} />
      ) : id === 0 ? (
        <EmptyState title={review.chooseTask}>{review.chooseTaskText}</EmptyState>
      ) : error && !task ? (
        <RegionError error={error} onRetry={() => void refetch()} />
      ) : who !== 'missing' ? (
        <Holders key={`${id}${who}`} task_id={id} who={who} />
      ) : (
        <MissingList
          key={id}
          of={{ task_id: id }}
          may_lead={task?.may_lead ?? false}
          student={idInAddress(params.get('student')) ?? null}
        />
      )}
    </>
  )
}

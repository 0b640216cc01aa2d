import { adminPaths } from '@tongchuang/contract/paths.ts'
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
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { Holders } from './holders.tsx'
import { MissingList } from './missing-list.tsx'
import styles from './missing.module.css'
import { taskQuery, tasksQuery } from './queries.ts'

const whos = ['missing', 'accepted', 'submitted'] as const

/** Who has not handed in for the task in the address; `?who=` who accepted it, or who has. */
export const MissingBoard = () => {
  const { review } = useTexts()
  const params = useSearchParamsState()
  const id = idInAddress(params.get('task')) ?? 0
  const listed = useQuery(tasksQuery)
  const tasks = listed.data
  const { data: task, error, refetch } = useQuery({ ...taskQuery(id), enabled: id > 0 })
  const who = whos.find((one) => one === params.get('who')) ?? 'missing'
  usePageTitle(task && `${task.title} · ${review.whose[who]}`)
  const isListed = tasks?.some((one) => one.id === id) ?? false
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
      <div className={`${styles.task} no-print`}>
        <SelectField
          label={review.task}
          value={id === 0 ? '' : String(id)}
          onChange={(next) => params.set('task', next)}
        >
          <option value="">{review.chooseTask}</option>
          {task && !isListed && <option value={id}>{`${task.title} · ${task.guild_name}`}</option>}
          {tasks?.map((one) => (
            <option key={one.id} value={one.id}>
              {`${one.title} · ${one.guild_name}`}
            </option>
          ))}
        </SelectField>
      </div>
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
      {id === 0 ? (
        <EmptyState title={review.chooseTask}>{review.chooseTaskText}</EmptyState>
      ) : error && !task ? (
        <RegionError error={error} onRetry={() => void refetch()} />
      ) : who !== 'missing' ? (
        <Holders key={`${id}${who}`} task_id={id} who={who} />
      ) : (
        <MissingList
          key={id}
          task_id={id}
          may_lead={task?.may_lead ?? false}
          student={idInAddress(params.get('student')) ?? null}
        />
      )}
    </>
  )
}

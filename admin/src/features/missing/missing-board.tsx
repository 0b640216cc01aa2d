import { adminPaths } from '@tongchuang/contract/paths.ts'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { usePageTitle } from '@tongchuang/ui/page-title.ts'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { useSearchParamsState } from '@tongchuang/ui/use-search-params-state.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { MissingList } from './missing-list.tsx'
import styles from './missing.module.css'
import { taskQuery, tasksQuery } from './queries.ts'

/** The list of those who have not handed in, for the task in the address. */
export const MissingBoard = () => {
  const { review } = useTexts()
  const params = useSearchParamsState()
  const id = idInAddress(params.get('task')) ?? 0
  const listed = useQuery(tasksQuery)
  const tasks = listed.data
  const { data: task, error, refetch } = useQuery({ ...taskQuery(id), enabled: id > 0 })
  usePageTitle(task && `${task.title} · ${review.missing}`)
  const isListed = tasks?.some((one) => one.id === id) ?? false
  return (
    <>
      <PageHead title={review.missing}>
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
      {id === 0 ? (
        <EmptyState title={review.chooseTask}>{review.chooseTaskText}</EmptyState>
      ) : error && !task ? (
        <RegionError error={error} onRetry={() => void refetch()} />
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

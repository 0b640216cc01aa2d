import { adminPaths } from '@tongchuang/contract/paths.ts'
import { isNotFound } from '@tongchuang/contract/sender.ts'
import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { PageHead } from '@tongchuang/ui/page-head.tsx'
import { usePageTitle } from '@tongchuang/ui/page-title.ts'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Segments } from '@tongchuang/ui/segments.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useSearchParamsState } from '@tongchuang/ui/use-search-params-state.ts'
import { useQuery } from '@tanstack/react-query'
import { Presentation, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { AskedQuestions } from './asked-questions.tsx'
import { Comments } from './comments.tsx'
import { Criteria } from './criteria.tsx'
import { HandedIn } from './handed-in.tsx'
import { statisticsQuery, type Counted, type Statistics } from './queries.ts'
import { Scores } from './scores.tsx'
import styles from './statistics.module.css'

const all = 'all'
// Up to this many classes are shown as buttons; more become a list to choose from.
const MOST_SEGMENTS = 5

const Classes = ({
  of: { choices, set_id },
  value,
  onChange,
}: {
  of: Statistics
  value: string
  onChange: (value: string) => void
}) => {
  const { statistics } = useTexts()
  if (choices.length < 2 || set_id === null) return null
  const items = [
    { value: all, label: statistics.allClasses },
    ...choices.map(({ task_id, guild_name }) => ({ value: String(task_id), label: guild_name })),
  ]
  if (items.length <= MOST_SEGMENTS)
    return <Segments label={statistics.classLabel} items={items} value={value} onChange={onChange} />
  return (
    <SelectField label={statistics.classLabel} value={value} onChange={onChange}>
      {items.map((item) => (
        <option key={item.value} value={item.value}>
          {item.label}
        </option>
      ))}
    </SelectField>
  )
}

const Shown = ({ data, counted }: { data: Statistics; counted: Counted }) => {
  const { statistics } = useTexts()
  const released = data.classes.reduce((sum, one) => sum + one.released, 0)
  return (
    <>
      <HandedIn classes={data.classes} average={data.scores?.average ?? null} />
      {data.scores ? (
        <>
          <Scores scores={data.scores} released={released} />
          {data.criteria.length > 0 && <Criteria criteria={data.criteria} />}
        </>
      ) : (
        <section className={styles.part}>
          <h2>{statistics.scores}</h2>
          <p className={styles.few}>{released === 0 ? statistics.noneReleased : statistics.tooFew(released)}</p>
        </section>
      )}
      {data.questions.length > 0 && <AskedQuestions questions={data.questions} />}
      {data.comments.length > 0 && (
        <Comments
          key={JSON.stringify(counted)}
          comments={data.comments}
          counted={counted}
          inLecture={data.questions.length > 0}
        />
      )}
    </>
  )
}

const countedIn = (task: number | null, set: number | null): Counted | null =>
  set === null ? (task === null ? null : { task_id: task }) : { set_id: set }

/** The statistics of the task or set in the address; `absent` is shown if there is none that the user may see. */
export const StatisticsBoard = ({ absent }: { absent: ReactNode }) => {
  const { statistics } = useTexts()
  const params = useSearchParamsState()
  const [task, set] = [idInAddress(params.get('task')) ?? null, idInAddress(params.get('set')) ?? null]
  const counted = countedIn(task, set)
  const query = useQuery({ ...statisticsQuery(counted ?? { task_id: 0 }), enabled: counted !== null })
  const { data, error } = query
  usePageTitle(data && `${data.title} · ${statistics.heading}`)
  const navigate = useNavigate()
  const choose = (value: string) =>
    void navigate(adminPaths.statistics(value === all ? { set: data?.set_id ?? 0 } : { task: Number(value) }), {
      replace: true,
      preventScrollReset: true,
    })
  const only = data?.classes.length === 1 ? data.classes[0] : undefined
  if (isNotFound(error)) return absent
  return (
    <>
      <PageHead title={data?.title ?? statistics.heading} lead={data && statistics.lead(data.classes.length)}>
        {only && (
          <Link className={buttonClass()} to={adminPaths.task(only.task_id)}>
            {statistics.openTask}
          </Link>
        )}
        {data?.set_id && set !== null && (
          <>
            <Link className={buttonClass()} to={adminPaths.missingInSet(data.set_id)}>
              {statistics.openMissing}
            </Link>
            <Link className={buttonClass()} to={adminPaths.grades({ set: data.set_id })}>
              {statistics.openGrades}
            </Link>
          </>
        )}
        {data && data.questions.length > 0 && (
          <Link className={buttonClass()} to={adminPaths.lecture(set === null ? { task: task ?? 0 } : { set })}>
            <Presentation size={16} aria-hidden />
            {statistics.lecture}
          </Link>
        )}
        <Button onClick={() => window.print()}>
          <Printer size={16} aria-hidden />
          {statistics.print}
        </Button>
      </PageHead>
      {data && (
        <div className={`${styles.classes} no-print`}>
          <Classes of={data} value={set === null ? String(task) : all} onChange={choose} />
        </div>
      )}
      <ReadFailure of={query} />
      {counted === null ? (
        <EmptyState title={statistics.noTask}>{statistics.noTaskText}</EmptyState>
      ) : error && !data ? (
        <RegionError error={error} onRetry={() => void query.refetch()} />
      ) : data ? (
        <Shown data={data} counted={counted} />
      ) : (
        <SkeletonList count={8} height={44} gap={4} />
      )}
    </>
  )
}

import { isNotFound } from '@tongchuang/contract/sender.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { PrintButton } from '@tongchuang/ui/print-button.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { ScrollArea } from '@tongchuang/ui/scroll-area.tsx'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { StateMark } from '@tongchuang/ui/state-icon.tsx'
import table from '@tongchuang/ui/table.module.css'
import { showToast } from '@tongchuang/ui/toast.ts'
import { totalShown } from '@tongchuang/ui/total-shown.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { ActDialog } from './act-dialog.tsx'
import styles from './missing.module.css'
import { missingQuery, useRemind, type Missing, type Of } from './queries.ts'
import { RemindDialog } from './remind-dialog.tsx'

/** The maximum number of people in one call. */
const MOST = 500

const Rows = ({
  list,
  ids,
  withGuild,
  onPick,
}: {
  list: readonly Missing[]
  ids: readonly number[]
  /** The rows come from several classes. */
  withGuild: boolean
  onPick: (ids: readonly number[]) => void
}) => {
  const { review, reviewSets } = useTexts()
  const all = list.slice(0, MOST).map(({ student }) => student.user_id)
  return (
    <ScrollArea label={review.missing}>
      <table className={`${table.table} ${styles.table}`}>
        <caption className="vh">{review.missing}</caption>
        <thead>
          <tr>
            <td className={`${table.pick} no-print`}>
              <input
                type="checkbox"
                aria-label={review.selectAll}
                checked={ids.length > 0 && ids.length === all.length}
                onChange={(event) => onPick(event.target.checked ? all : [])}
              />
            </td>
            {(['student', 'studentNo', 'className', 'stateNow', 'lastReminded'] as const).map((name) => (
              <th
                key={name}
                scope="col"
                className={name === 'studentNo' || name === 'className' ? styles.broad : undefined}
              >
                {name === 'className' && withGuild ? reviewSets.guild : review.missingHeads[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map(({ student, state, reminded_at, guild_name }) => {
            const { user_id } = student
            const name = student.real_name || student.nickname
            const where = withGuild ? guild_name : student.class_name
            return (
              <tr key={user_id}>
                <td className={`${table.pick} no-print`}>
                  <input
                    type="checkbox"
                    aria-label={name}
                    checked={ids.includes(user_id)}
                    onChange={(event) =>
                      onPick(
                        event.target.checked ? [...ids, user_id].slice(0, MOST) : ids.filter((id) => id !== user_id),
                      )
                    }
                  />
                </td>
                <th scope="row">
                  {name}
                  <small className={styles.narrow}>{[where, student.student_no].filter(Boolean).join(' · ')}</small>
                </th>
                <td className={`${styles.broad} num`}>{student.student_no}</td>
                <td className={styles.broad}>{where}</td>
                <td>
                  <StateMark state={state}>{review.missingStates[state]}</StateMark>
                </td>
                <td>{reminded_at && <Moment at={reminded_at} />}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </ScrollArea>
  )
}

/** The list, loaded far enough to include the preselected student. */
const useMissing = (of: Of, student: number | null) => {
  const query = useInfiniteQuery(missingQuery(of))
  const isFar =
    query.data !== undefined &&
    student !== null &&
    query.hasNextPage &&
    query.data.pages.every((page) => page.list.every((one) => one.student.user_id !== student))
  useEffect(() => {
    if (isFar && !query.isFetchingNextPage) void query.fetchNextPage()
  }, [isFar, query])
  return query
}

/** The rows, with the preselected student first. */
const shownFirst = (pages: readonly { list: Missing[] }[], student: number | null): Missing[] =>
  pages
    .flatMap(({ list }) => list)
    .toSorted((a, b) => Number(b.student.user_id === student) - Number(a.student.user_id === student))

type Chosen = { picked: readonly number[]; ids: readonly number[]; isLoading: boolean; drop: () => void }

/** Reminds the selected students that are still listed; all of them if none was selected. */
const useTelling = (of: Of) => {
  const { review, reviewSets } = useTexts()
  const { mutate, isPending } = useRemind()
  const tell = ({ picked, ids, isLoading, drop }: Chosen) => {
    if (picked.length > 0 && ids.length === 0) {
      if (isLoading) return
      // The selected students have all submitted meanwhile: nobody else must be reminded instead.
      drop()
      showToast(reviewSets.chosenGone, 'info')
      return
    }
    mutate(
      { ...of, ...(ids.length > 0 && { user_ids: [...ids] }) },
      {
        onSuccess: ({ people }) =>
          showToast(
            people === 0 ? review.remindedNobody : review.remindedToast(people),
            people === 0 ? 'warning' : 'success',
          ),
      },
    )
  }
  return { tell, isPending }
}

/**
 * The students who have submitted nothing for a task, and the actions on them: a reminder to all or some, more time, or
 * excusing them.
 */
export const MissingList = ({
  of,
  may_lead,
  student,
}: {
  of: Of
  may_lead: boolean
  /** The student the user came here to remind. */
  student: number | null
}) => {
  const { review, shell } = useTexts()
  const query = useMissing(of, student)
  const ofSet = 'set_id' in of
  const { tell, isPending } = useTelling(of)
  const [picked, setPicked] = useState<readonly number[]>(student === null ? [] : [student])
  const [asking, setAsking] = useState<'extend' | 'excuse' | 'remind' | null>(null)
  if (isNotFound(query.error)) return <EmptyState title={shell.titles.notFound}>{shell.notFound.text}</EmptyState>
  if (query.error && !query.data) return <RegionError error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <SkeletonList count={8} height={44} gap={4} />
  const list = shownFirst(query.data.pages, student)
  const total = totalShown(query.data.pages[0] ?? { total: 0 })
  if (list.length === 0) return <EmptyState title={review.missingNone} />
  const ids = picked.filter((id) => list.some(({ student }) => student.user_id === id))
  const remind = () => tell({ picked, ids, isLoading: query.isFetchingNextPage, drop: () => setPicked([]) })
  return (
    <>
      <fieldset className={`${table.bulk} no-print`} aria-label={review.missing}>
        <b>{ids.length > 0 ? review.chosen(ids.length) : review.missingTotal(total)}</b>
        <Button
          size="small"
          busy={isPending}
          onClick={() => (ofSet && ids.length === 0 ? setAsking('remind') : remind())}
        >
          <Bell size={16} aria-hidden />
          {ids.length > 0 ? review.remind : review.remindAll}
        </Button>
        {may_lead && (
          <>
            <Button size="small" blocked={ids.length === 0} onClick={() => setAsking('extend')}>
              {review.extend}
            </Button>
            <Button size="small" blocked={ids.length === 0} onClick={() => setAsking('excuse')}>
              {review.excuse}
            </Button>
            {ids.length === 0 && <span className={styles.hint}>{review.chooseFirst}</span>}
          </>
        )}
        <span className={styles.print}>
          <PrintButton size="small" pages={query}>
            {review.print}
          </PrintButton>
        </span>
      </fieldset>
      <p className="print-only">{review.printedMissing(list.length, total, !query.hasNextPage)}</p>
      <Rows list={list} ids={ids} withGuild={ofSet} onPick={setPicked} />
      <LoadMore of={query} />
      {asking === 'remind' && ofSet && <RemindDialog set_id={of.set_id} onClose={() => setAsking(null)} />}
      {asking && asking !== 'remind' && !ofSet && (
        <ActDialog
          act={asking}
          task_id={of.task_id}
          user_ids={[...ids]}
          onDone={() => {
            setAsking(null)
            setPicked([])
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}

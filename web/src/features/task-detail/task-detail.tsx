import { isNotFound } from '@tongchuang/contract/sender.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { EmptyState } from '@tongchuang/ui/empty-state.tsx'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { usePageTitle } from '@tongchuang/ui/page-title.ts'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { useMedia } from '@tongchuang/ui/use-media.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import type { ReactNode } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { ChapterDone } from './chapter-done.tsx'
import { defaultTask, finishedChapter, taskAt } from './choose-task.ts'
import { MapSheet } from './map-sheet.tsx'
import { mapQuery } from '../../queries/task-map.ts'
import { studentTaskQuery } from '../../queries/student-task.ts'
import type { TaskMap } from '../../queries/task-map.ts'
import type { TypeName } from './queries.ts'
import type { StudentTask } from '../../queries/student-task.ts'
import styles from './task-detail.module.css'
import { TaskHead } from './task-head.tsx'
import { TaskMapRail } from './task-map.tsx'
import { Neighbours } from './neighbours.tsx'
import { hasMarkedPages, TaskNotes } from './task-notes.tsx'
import { TaskPaper } from './task-paper.tsx'
import { useTaskDialog } from './open-dialog-state.ts'

// Not loaded until a button is pressed.
const OpenDialog = lazyPart(() => import('./open-dialog.tsx').then((module) => module.OpenDialog))

const Bones = () => (
  <div className={styles.bones}>
    <Skeleton height={264} radius={24} />
    <Skeleton height={480} radius={16} />
  </div>
)

type BodyProps = {
  page: StudentTask
  map: TaskMap | undefined
  type: TypeName
  mapError: unknown
  retry: () => void
  /** Shown under the paper of a task whose result is released. */
  answered: ReactNode
  below: ReactNode
}

const Body = ({ page, map, type, mapError, retry, answered, below }: BodyProps) => {
  const { taskDetail: texts } = useTexts()
  const navigate = useNavigate()
  const [shown, open] = useTaskDialog()
  const isNarrow = useMedia('(max-width: 900px)')
  const { task } = page
  // Pages with marks take the full width, so the map moves below them.
  const isMarked = hasMarkedPages(page)
  const notes = <TaskNotes page={page} open={open} />
  const chapter = map && type === 'all' ? finishedChapter(map, task.id) : null
  const props = map && {
    guild: task.guild_id,
    map,
    type,
    current: task.id,
    onType: (next: TypeName) =>
      void navigate(paths.task({ guild: task.guild_id, task: task.id, type: next }), { replace: true }),
  }
  return (
    <>
      <TaskHead page={page} type={type} open={open} />
      {props && isNarrow && <MapSheet {...props} chapter={task.chapter} />}
      {isMarked && notes}
      <div className={styles.columns}>
        {props ? (
          !isNarrow && <TaskMapRail {...props} />
        ) : (
          <div className={styles.rail}>
            {mapError ? <RegionError what={texts.mapFailed} error={mapError} onRetry={retry} /> : null}
          </div>
        )}
        <div className={styles.main}>
          {chapter && <ChapterDone chapter={chapter} />}
          {!isMarked && notes}
          <TaskPaper page={page} type={type} open={open} />
          {answered}
          {map && <Neighbours page={page} map={map} type={type} />}
          {below}
        </div>
      </div>
      <Suspense>{shown && <OpenDialog page={page} shown={shown} open={open} onClose={() => open(null)} />}</Suspense>
    </>
  )
}

/** Gives a page without a task a heading. */
const Titled = ({ children }: { children: ReactNode }) => {
  const { shell } = useTexts()
  return (
    <>
      <h1 className="vh" tabIndex={-1}>
        {shell.titles.task}
      </h1>
      {children}
    </>
  )
}

const NoTask = ({ guild, type }: { guild: number; type: TypeName }) => {
  const { taskDetail: texts } = useTexts()
  if (type === 'all') return <EmptyState title={texts.noTasks}>{texts.noTasksHint}</EmptyState>
  const all = (
    <Link className={buttonClass()} to={paths.tasksOf(guild)}>
      {texts.allTypes}
    </Link>
  )
  return (
    <EmptyState title={texts.noneOfType} picture="compass" action={all}>
      {texts.noneOfTypeHint}
    </EmptyState>
  )
}

/**
 * The page of a task: finds the task the address means and shows its head, map and paper. `answered` is placed under a
 * paper whose result is released, `below` under every paper; `absent` is shown if there is no task.
 */
export const TaskDetail = ({
  answered,
  below,
  absent,
}: {
  answered: (task: StudentTask['task']) => ReactNode
  below: (task: StudentTask['task']) => ReactNode
  absent: ReactNode
}) => {
  const { taskDetail: texts } = useTexts()
  const { guild: guildParam } = useParams()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { guild, asked, type } = taskAt(guildParam, search)
  const map = useQuery({
    ...mapQuery(guild, type),
    placeholderData: (before, query) => (query?.queryKey[2] === guild ? before : undefined),
  })
  const id = asked || (map.data ? (defaultTask(map.data)?.id ?? 0) : 0)
  const detail = useQuery(studentTaskQuery(id))
  const page = detail.data
  const home = page?.task.guild_id ?? guild
  usePageTitle(page?.task.title)

  // The guild of the task replaces a different one in an old link.
  useEffect(() => {
    if (home !== guild && id > 0) void navigate(paths.task({ guild: home, task: id, type }), { replace: true })
  }, [home, guild, id, type, navigate])

  if (page)
    return (
      <Body
        key={page.task.id}
        page={page}
        map={home === guild ? map.data : undefined}
        type={type}
        mapError={map.error}
        retry={() => void map.refetch()}
        answered={page.feedback.length > 0 || page.task.type === 'daily' ? answered(page.task) : null}
        below={below(page.task)}
      />
    )
  const failed = detail.error ?? (asked ? null : map.error)
  if (isNotFound(failed) || (guild === 0 && id === 0)) return absent
  if (failed) {
    return (
      <Titled>
        <RegionError what={texts.failed} error={failed} onRetry={() => void (detail.error ? detail : map).refetch()} />
      </Titled>
    )
  }
  if (id === 0 && map.data) {
    return (
      <Titled>
        <NoTask guild={guild} type={type} />
      </Titled>
    )
  }
  return <Bones />
}

import { isNotFound } from '@tongchuang/contract/sender.ts'
import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { PageFailure } from '@tongchuang/ui/page-failure.tsx'
import { usePageTitle } from '@tongchuang/ui/page-title.ts'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { NotFound } from '../features/not-found/not-found.tsx'
import { taskQuery } from '../features/tasks/queries.ts'
import { TaskEditor } from '../features/tasks/task-editor.tsx'
import { useTexts } from '../locales/texts.ts'

/** /admin/tasks/:id: the editor of one task. */
export const TaskPage = () => {
  const { shell } = useTexts()
  const params = useParams()
  const id = idInAddress(params.id) ?? 0
  const { data: task, error, refetch } = useQuery({ ...taskQuery(id), enabled: id > 0, refetchOnWindowFocus: false })
  usePageTitle(task?.title)
  if (id === 0 || isNotFound(error)) return <NotFound />
  if (error && !task) return <PageFailure title={shell.titles.task} error={error} onRetry={() => void refetch()} />
  if (!task) return <SkeletonList count={6} height={72} />
  return <TaskEditor key={id} task={task} />
}

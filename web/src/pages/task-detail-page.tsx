import { AfterPaint } from '@tongchuang/ui/after-paint.tsx'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import type { QueryClient } from '@tanstack/react-query'
import type { PageAddress } from '../app/early.ts'
import { NotFound } from '../features/not-found/not-found.tsx'
import { taskAt } from '../features/task-detail/choose-task.ts'
import { TaskDetail } from '../features/task-detail/task-detail.tsx'
import { studentTaskQuery } from '../queries/student-task.ts'
import { mapQuery } from '../queries/task-map.ts'

/** Loads the data of a task and its map, if the address names a task. */
export const taskReads = (client: QueryClient, { params, search }: PageAddress): Promise<void>[] => {
  const { guild, asked, type } = taskAt(params.guild, search)
  if (guild === 0 || asked === 0) return []
  return [client.prefetchQuery(mapQuery(guild, type)), client.prefetchQuery(studentTaskQuery(asked))]
}

// Below the paper, and never the main reason to open the page.
const Discussion = lazyPart(() => import('../features/discussions/discussion.tsx').then((module) => module.Discussion))
const NoteThread = lazyPart(() => import('../features/notes/note-thread.tsx').then((module) => module.NoteThread))

/** /square/task_detail/:guild: one task of a guild, with the map of the others and what members say about it. */
export const TaskDetailPage = () => (
  <TaskDetail
    absent={<NotFound />}
    answered={(task) => (
      <AfterPaint>
        <NoteThread key={task.id} task_id={task.id} />
      </AfterPaint>
    )}
    below={(task) => (
      <AfterPaint>
        <Discussion key={task.id} task={task} />
      </AfterPaint>
    )}
  />
)

import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { Suspense } from 'react'
import { NotFound } from '../features/not-found/not-found.tsx'
import { TaskDetail } from '../features/task-detail/task-detail.tsx'

// Below the paper, and never the first thing somebody comes for.
const Discussion = lazyPart(() => import('../features/discussions/discussion.tsx').then((module) => module.Discussion))
const NoteThread = lazyPart(() => import('../features/notes/note-thread.tsx').then((module) => module.NoteThread))

/** /square/task_detail/:guild: one task of a guild, with the map of the others and what members say about it. */
export const TaskDetailPage = () => (
  <TaskDetail
    absent={<NotFound />}
    answered={(task) => (
      <Suspense>
        <NoteThread key={task.id} task_id={task.id} />
      </Suspense>
    )}
    below={(task) => (
      <Suspense>
        <Discussion key={task.id} task={task} />
      </Suspense>
    )}
  />
)

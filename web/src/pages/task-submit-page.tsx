import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { SubmitPageBody } from '../features/submissions/submit-page-body.tsx'

// The largest page of all: what hardly anybody sees here comes when it is needed.
const AbsentTask = lazyPart(() => import('./absent-task.tsx').then((module) => module.AbsentTask))
const FirstUnderWay = lazyPart(() =>
  import('../features/tasks/first-under-way.tsx').then((module) => module.FirstUnderWay),
)

/** /square/task_detail/submit/:guild?task=: where one task is worked on and handed in. */
export const TaskSubmitPage = () => {
  const { guild = '' } = useParams()
  const [search] = useSearchParams()
  const task = idInAddress(search.get('task')) ?? 0
  const absent = (
    <Suspense>
      <AbsentTask task={task} />
    </Suspense>
  )
  const inGuild = idInAddress(guild)
  if (!search.get('task') && inGuild !== undefined)
    return (
      <Suspense>
        <FirstUnderWay guild={inGuild} absent={absent} />
      </Suspense>
    )
  return <SubmitPageBody key={task} guild={guild} task={task} absent={absent} />
}

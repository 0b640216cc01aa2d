import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { SubmitPageBody } from '../features/submissions/submit-page-body.tsx'

// The largest page of all: rarely needed parts are loaded on demand.
const NotFound = lazyPart(() => import('../features/not-found/not-found.tsx').then((module) => module.NotFound))
const KeptWork = lazyPart(() => import('../features/submissions/kept-work.tsx').then((module) => module.KeptWork))
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
      <NotFound />
      {/* The task no longer exists, but what was written for it does. */}
      {task > 0 && <KeptWork task={task} />}
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

import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { lazy, Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { SubmitPageBody } from '../features/submissions/submit-page-body.tsx'

// The largest page of all: what hardly anybody sees here comes when it is needed.
const NotFound = lazy(() =>
  import('../features/not-found/not-found.tsx').then((module) => ({ default: module.NotFound })),
)

/** /square/task_detail/submit/:guild?task=: where one task is worked on and handed in. */
export const TaskSubmitPage = () => {
  const { guild = '' } = useParams()
  const [search] = useSearchParams()
  const task = idInAddress(search.get('task')) ?? 0
  const absent = (
    <Suspense>
      <NotFound />
    </Suspense>
  )
  return <SubmitPageBody key={task} guild={guild} task={task} absent={absent} />
}

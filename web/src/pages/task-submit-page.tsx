import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { useParams, useSearchParams } from 'react-router'
import { NotFound } from '../features/not-found/not-found.tsx'
import { Desk } from '../features/submissions/desk.tsx'

/** /square/task_detail/submit/:guild?task=: the writing desk of one task. */
export const TaskSubmitPage = () => {
  const { guild = '' } = useParams()
  const [search] = useSearchParams()
  const task = idInAddress(search.get('task')) ?? 0
  return <Desk key={task} guild={guild} task={task} absent={<NotFound />} />
}

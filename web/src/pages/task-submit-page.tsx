import { useParams, useSearchParams } from 'react-router'
import { NotFound } from '../features/not-found/not-found.tsx'
import { Desk } from '../features/submissions/desk.tsx'

/** /square/task_detail/submit/:guild?task=: the writing desk of one task. */
export const TaskSubmitPage = () => {
  const { guild = '' } = useParams()
  const [search] = useSearchParams()
  const given = search.get('task') ?? ''
  const task = /^[1-9]\d{0,9}$/.test(given) ? Number(given) : 0
  return <Desk key={task} guild={guild} task={task} absent={<NotFound />} />
}

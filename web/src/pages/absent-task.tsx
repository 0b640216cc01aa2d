import { NotFound } from '../features/not-found/not-found.tsx'
import { KeptWork } from '../features/submissions/kept-work.tsx'

/** A task that is not there for this student any more; what they wrote for it is. */
export const AbsentTask = ({ task }: { task: number }) => (
  <>
    <NotFound />
    {task > 0 && <KeptWork task={task} />}
  </>
)

import { WorkNotes } from '../features/notes/work-notes.tsx'
import { ReviewBoard } from '../features/review/review-board.tsx'
import { uploadFile } from '../features/tasks/upload.ts'

/** /admin/review: the waiting works, one after another. */
export const ReviewPage = () => (
  <ReviewBoard
    sendVoice={(file) => uploadFile(file, 'feedback', () => undefined)}
    answered={({ submit_id, task_id, student }) => (
      <WorkNotes
        key={submit_id}
        task_id={task_id}
        user_id={student.user_id}
        name={student.real_name || student.nickname}
      />
    )}
  />
)

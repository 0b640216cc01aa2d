import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { openTaskFor } from './pages/submit-page.ts'
import type { School } from './start-school.ts'
import { uploadFile } from './upload-file.ts'

type Given = { name: string; bytes: Buffer }

/** Submits files as a student of the sample school, for the given task or an open one; returns the work. */
export const handInFiles = async (school: School, username: string, files: readonly Given[], task?: number) => {
  const task_id = task ?? (await openTaskFor(school, username)).id
  const token = await school.studentToken(username)
  const send = await school.asStudent(username)
  if (task !== undefined) await send(tasks.accept, { id: task })
  const file_ids: number[] = []
  for (const file of files) file_ids.push(await uploadFile(school, token, file))
  const key = `desk-${username}-${task_id}`
  const done = await send(submissions.submit, {
    task_id,
    content: '照片在附件里。',
    files: file_ids,
    statement: true,
    key,
  })
  return { task_id, submit_id: 'submit_id' in done ? done.submit_id : 0 }
}

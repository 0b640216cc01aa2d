import type { Db } from '../db/schema.ts'
import { handOver } from '../files/store.ts'
import { eraseImportRows } from './entered/import/import-store.ts'
import { eraseAreas } from './area-store.ts'
import { eraseMended } from './mend-store.ts'
import { eraseNotes } from './notes/note-store.ts'
import { eraseVoices, silence } from './voice-store.ts'

/**
 * Empties the texts written to and by a person whose data is to be erased, including what each question got; decisions
 * and scores stay.
 */
export const eraseAnswers = async (db: Db, user_id: number): Promise<void> => {
  const own = db.selectFrom('enrolments').select('id').where('user_id', '=', user_id)
  await db
    .updateTable('results')
    .set({ text: '', marks: '[]', question_marks: '[]', question_given: '[]' })
    .where('enrolment_id', 'in', own)
    .execute()
  const works = db.selectFrom('submissions').select('id').where('user_id', '=', user_id)
  await db.deleteFrom('review_drafts').where('submission_id', 'in', works).execute()
  // Without its row a version would be compared again.
  await db.updateTable('work_sketches').set({ sketch: '' }).where('user_id', '=', user_id).execute()
  await db.deleteFrom('saved_comments').where('user_id', '=', user_id).execute()
  await eraseImportRows(db, user_id)
  await eraseAreas(db, user_id)
  await eraseMended(db, user_id)
  // The recordings belong to teachers; transferred to the erased student, they are removed at once with the student's
  // own files.
  await handOver(db, await eraseVoices(db, user_id), user_id)
  await silence(db, user_id)
  await eraseNotes(db, user_id)
  await db.updateTable('appeals').set({ text: '', answer: '' }).where('user_id', '=', user_id).execute()
  await db.updateTable('extension_requests').set({ reason: '', answer: '' }).where('user_id', '=', user_id).execute()
}

import type { Db } from '../db/schema.ts'

/** Shows no work of somebody to others any more. */
export const unshareAll = async (db: Db, user_id: number): Promise<void> => {
  await db
    .updateTable('submissions')
    .set({ share: 'none' })
    .where('user_id', '=', user_id)
    .where('share', '<>', 'none')
    .execute()
}

/** Empties the versions and drafts of somebody whose data is to go: marks and times stay, texts and files do not. */
export const eraseWork = async (db: Db, user_id: number): Promise<void> => {
  const own = db.selectFrom('submissions').select('id').where('user_id', '=', user_id)
  // Without its answers a version would be marked as blank.
  await db.deleteFrom('question_marks').where('submission_id', 'in', own).execute()
  await db.deleteFrom('submission_files').where('submission_id', 'in', own).execute()
  const empty = {
    title: '',
    content: '',
    content_html: '',
    excerpt: '',
    links: '[]',
    answers: '{}',
    share: 'none',
    cover_file_id: null,
  } as const
  const unsaid = { featured: false, featured_reason: '', share_answer: '', hidden_reason: '' }
  await db
    .updateTable('submissions')
    .set({ ...empty, ...unsaid })
    .where('user_id', '=', user_id)
    .execute()
  const rows = db.selectFrom('enrolments').select('id').where('user_id', '=', user_id)
  await db.deleteFrom('draft_files').where('enrolment_id', 'in', rows).execute()
  await db.deleteFrom('drafts').where('enrolment_id', 'in', rows).execute()
}

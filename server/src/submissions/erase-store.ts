import type { Db } from '../db/schema.ts'

/**
 * Stops sharing all works of a person and cancels pending requests to share; returns the ids of the guilds whose staff
 * were asked.
 */
export const unshareAll = async (db: Db, user_id: number): Promise<number[]> => {
  const asked = await db
    .selectFrom('submissions')
    .select('guild_id')
    .distinct()
    .where('user_id', '=', user_id)
    .where('share_state', '=', 'waiting')
    .orderBy('guild_id')
    .execute()
  await db
    .updateTable('submissions')
    .set({ share: 'none', share_state: 'open', share_answer: '' })
    .where('user_id', '=', user_id)
    .where((where) => where.or([where('share', '<>', 'none'), where('share_state', '<>', 'open')]))
    .execute()
  return asked.map(({ guild_id }) => guild_id)
}

/**
 * Empties the versions of a person whose data is erased and removes their drafts: results and times stay, while texts,
 * files and marks of questions do not. Returns the guilds whose staff were asked about sharing them.
 */
export const eraseWork = async (db: Db, user_id: number): Promise<number[]> => {
  const asked = await unshareAll(db, user_id)
  const own = db.selectFrom('submissions').select('id').where('user_id', '=', user_id)
  // The marks go first: without its answers a version would be marked as blank.
  await db.deleteFrom('question_marks').where('submission_id', 'in', own).execute()
  await db.deleteFrom('submission_files').where('submission_id', 'in', own).execute()
  const empty = {
    title: '',
    content: '',
    content_html: '',
    excerpt: '',
    links: '[]',
    answers: '{}',
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
  return asked
}

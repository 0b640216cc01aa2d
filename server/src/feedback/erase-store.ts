import type { Db } from '../db/schema.ts'

/** Empties the comments an erased user wrote about assistants; that they gave feedback stays, with the rating. */
export const eraseFeedback = async (db: Db, user_id: number): Promise<void> => {
  const own = db.selectFrom('assistant_feedback').select('id').where('user_id', '=', user_id)
  await db.deleteFrom('assistant_feedback_edits').where('feedback_id', 'in', own).execute()
  await db.updateTable('assistant_feedback').set({ comment: '' }).where('user_id', '=', user_id).execute()
}

import type { Db } from '../db/schema.ts'
import { dropWaiting } from './waiting-passwords.ts'

/** The name shown for a person whose account was deleted. */
export const erasedName = '已注销同学'

/** Removes everything personal from an account being erased; the row stays because scores and counts refer to it. */
export const eraseAccount = async (db: Db, id: number): Promise<void> => {
  const nothing = {
    job: '',
    job_name: '',
    location: '',
    location_name: '',
    introduction: '',
    personal_website: '',
    organization: '',
    organization_name: '',
  }
  await db
    .updateTable('users')
    .set({
      ...nothing,
      username: `deleted-${id}`,
      username_key: `deleted-${id}`,
      nickname: erasedName,
      nickname_given: false,
      password_hash: '',
      avatar_file_id: null,
      head: '',
      gender: 0,
      email: null,
      email_key: null,
      email_confirmed: false,
      email_given: false,
      mobile: null,
      mobile_confirmed: false,
      student_no: null,
      real_name: '',
      ranking_visibility: 'hidden',
      status: 'disabled',
    })
    .where('id', '=', id)
    .execute()
  await dropWaiting(db, [id])
  for (const table of ['known_browsers', 'sessions', 'role_tickets', 'login_challenges'] as const)
    await db.deleteFrom(table).where('user_id', '=', id).execute()
}

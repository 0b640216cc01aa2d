import { unconfirmEmail } from '../accounts/identity-store.ts'
import { resetLetter } from '../accounts/letters.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { readSetting } from '../settings.ts'
import { removeLinkedByPassword } from './identities-store.ts'

/**
 * Ends the ways into an account beside its password, when staff give a new one: whoever knew the password before may
 * have added them, and would come back through them. The address hears of it, and has to be confirmed again. Call it
 * after setting the password, which locks the account.
 */
export const endOtherWaysIn = async (db: Db, user_id: number, mail?: App['mail']): Promise<void> => {
  await removeLinkedByPassword(db, user_id)
  const address = await unconfirmEmail(db, user_id)
  if (address !== null && mail?.enabled)
    await mail.queue(db, { to: address, ...resetLetter(await readSetting(db, 'site_name')) })
}

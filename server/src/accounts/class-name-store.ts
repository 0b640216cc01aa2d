import type { Expression } from 'kysely'
import type { Db } from '../db/schema.ts'

/** Sets the class of people; with `from` only of those who are still in that one. */
export const setClassName = async (
  db: Db,
  people: Expression<{ user_id: number }>,
  { to, from }: { to: string; from?: string },
): Promise<void> => {
  await db
    .updateTable('users')
    .set({ organization_name: to })
    .where('id', 'in', people as unknown as Expression<number>)
    .$if(from !== undefined, (those) => those.where('organization_name', '=', from ?? ''))
    .execute()
}

/** Makes other renamings of these classes wait until the transaction ends. */
export const holdClasses = async (db: Db, names: readonly string[]): Promise<void> => {
  await db
    .updateTable('users')
    .set((to) => ({ organization_name: to.ref('organization_name') }))
    .where('organization_name', 'in', names)
    .execute()
}

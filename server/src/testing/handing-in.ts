import { randomUUID } from 'node:crypto'
import type { School } from './test-app.ts'

/** A key nobody has used. */
export const key = () => randomUUID()

type Fixture = { school: School }

/** Helpers for students who submit, and for what they earned. */
export const handingIn = (at: () => Fixture) => {
  const points = async (user_id: number) => {
    const rows = await at()
      .school.app.db.selectFrom('ledger_entries')
      .select(['kind', 'points'])
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute()
    return rows.map(({ kind, points }) => `${kind} ${points}`)
  }
  const as = (user: { id: number }) => at().school.as(user)
  return { points, as }
}

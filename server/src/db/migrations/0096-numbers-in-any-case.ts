import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * A 学号 is found ignoring case: by an index that is not unique, because a school may have two that differ only in case.
 * Numbers stored with wide forms or spaces are normalized as lists read them, unless another user has that number.
 */
export const up: Migration = async ({ db }) => {
  await sql`create index users_number on users (lower(student_no))`.execute(db)
  const { rows } = await sql<{ id: number; student_no: string }>`
    select id, student_no from users where student_no is not null order by id`.execute(db)
  const taken = new Set(rows.map(({ student_no }) => student_no.toLowerCase()))
  for (const { id, student_no } of rows) {
    const written = student_no.normalize('NFKC').replaceAll(/\s/g, '')
    if (written === student_no || written === '' || taken.has(written.toLowerCase())) continue
    taken.add(written.toLowerCase())
    await sql`update users set student_no = ${written} where id = ${id}`.execute(db)
  }
}

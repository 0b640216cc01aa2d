import { sql } from 'kysely'
import { storedStrings } from '../db/stored-strings.ts'
import { setClassName } from '../accounts/class-name-store.ts'
import type { Db } from '../db/schema.ts'
import { insertImport } from './store.ts'
import { isStudent } from './student-role-store.ts'

type Renaming = { from: string; to: string }

/** The number of students in each of these classes. */
export const countStudents = async (db: Db, names: readonly string[]): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('users')
    .select(['organization_name', sql<number>`count(*)`.as('students')])
    .where('organization_name', 'in', names)
    .where(isStudent('users.id'))
    .groupBy('organization_name')
    .execute()
  return new Map(rows.map(({ organization_name, students }) => [organization_name, Number(students)]))
}

const listOf = (changes: readonly Renaming[]): string => JSON.stringify(changes.flatMap(({ from, to }) => [from, to]))

/** Records who is in which of these classes, and renames the classes; returns the renaming. */
export const insertRenaming = async (
  db: Db,
  {
    changes,
    students,
    archived,
    user_id,
    now,
  }: { changes: readonly Renaming[]; students: number; archived: readonly number[]; user_id: number; now: number },
): Promise<number> => {
  const id = await insertImport(db, {
    ...{ kind: 'rename', guild_id: null, created_by: user_id, state: 'applied', file_name: '', encoding: '' },
    ...{
      has_header: false,
      columns: listOf(changes),
      mapping: archived.length > 0 ? JSON.stringify({ archived }) : null,
      row_count: students,
      sheet: null,
    },
    ...{ created_at: now, applied_at: now, undone_at: null },
  })
  await db
    .insertInto('roster_rows')
    .columns(['import_id', 'line', 'user_id', 'class_name', 'cells', 'status', 'is_done'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([
          sql<number>`cast(${id} as integer)`.as('import_id'),
          'users.id as line',
          'users.id as user_id',
          'users.organization_name as class_name',
          sql<string>`'[]'`.as('cells'),
          sql<'changed'>`'changed'`.as('status'),
          sql<boolean>`true`.as('is_done'),
        ])
        .where(
          'organization_name',
          'in',
          changes.map(({ from }) => from),
        )
        .where(isStudent('users.id')),
    )
    .execute()
  for (const { from, to } of changes) await setClassName(db, whoWasIn(db, id, from), { to })
  return id
}

const whoWasIn = (db: Db, import_id: number, class_name: string) =>
  db
    .selectFrom('roster_rows')
    .select('user_id')
    .where('import_id', '=', import_id)
    .where('class_name', '=', class_name)
    .$castTo<{ user_id: number }>()

/** Restores the earlier class of students where nobody has changed it since. */
export const putBack = async (db: Db, id: number, columns: string): Promise<void> => {
  for (const { from, to } of renamingsOf(columns))
    await setClassName(db, whoWasIn(db, id, from), { to: from, from: to })
}

/** The classes of a stored renaming. */
export const renamingsOf = (columns: string): Renaming[] => {
  const names = storedStrings(columns)
  return names.flatMap((from, at) => (at % 2 === 0 ? [{ from, to: names[at + 1] ?? from }] : []))
}

/** The guilds that were archived with a renaming. */
export const archivedOf = (mapping: string | null): number[] =>
  mapping === null ? [] : (JSON.parse(mapping) as { archived: number[] }).archived

const renamings = (db: Db) =>
  db
    .selectFrom('roster_imports as i')
    .innerJoin('users as u', 'u.id', 'i.created_by')
    .select(['i.id', 'i.state', 'i.columns', 'i.mapping', 'i.row_count', 'i.applied_at', 'u.nickname'])
    .where('i.kind', '=', 'rename')

export const findRenaming = (db: Db, id: number) => renamings(db).where('i.id', '=', id).executeTakeFirst()

/** The last renaming; with `changes` only if it made exactly these changes. */
export const lastRenaming = async (db: Db, changes?: readonly Renaming[]) => {
  const last = await renamings(db).orderBy('i.id', 'desc').limit(1).executeTakeFirst()
  return changes === undefined || last?.columns === listOf(changes) ? last : undefined
}

export type StoredRenaming = NonNullable<Awaited<ReturnType<typeof findRenaming>>>

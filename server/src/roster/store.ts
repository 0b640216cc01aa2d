import type { Insertable, Selectable, Updateable } from 'kysely'
import { pageOf, type PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import type { Actor } from '../guilds/power-rules.ts'
import { isLeadOf } from '../guilds/scope-store.ts'
import type { RosterImportTable } from './tables.ts'

export type RosterImport = Selectable<RosterImportTable>

/** Inserts an import and returns its id; its rows are inserted separately. */
export const insertImport = async (db: Db, values: Insertable<RosterImportTable>): Promise<number> =>
  (await db.insertInto('roster_imports').values(values).returning('id').executeTakeFirstOrThrow()).id

/**
 * An import the user may see: any for administrators, their own for others, as long as they lead its guild. Slips are
 * not bound to a guild; each is shown only to users in charge of its owner.
 */
export const findImport = (db: Db, id: number, viewer: Actor): Promise<(RosterImport & Names) | undefined> =>
  imports(db, viewer).selectAll('i').where('i.id', '=', id).executeTakeFirst()

type Names = { guild_name: string | null; nickname: string }

const imports = (db: Db, viewer: Actor) =>
  db
    .selectFrom('roster_imports as i')
    .innerJoin('users as u', 'u.id', 'i.created_by')
    .leftJoin('guilds as g', 'g.id', 'i.guild_id')
    .select(['g.name as guild_name', 'u.nickname'])
    .$if(!viewer.is_admin, (query) =>
      query
        .where('i.created_by', '=', viewer.user_id)
        .where((where) => where.or([where('i.kind', '=', 'slips'), isLeadOf(viewer, 'i.guild_id')])),
    )

export const listImports = (db: Db, viewer: Actor, request: PageRequest) =>
  pageOf(
    db,
    imports(db, viewer)
      .where('i.kind', '<>', 'rename')
      .select(['i.id', 'i.kind', 'i.state', 'i.file_name', 'i.row_count', 'i.created_at']),
    [{ field: 'id', column: 'i.id', direction: 'desc' }],
    request,
  )

/** Changes an import that is in one of these states; false where it is in none of them. */
export const moveImport = async (
  db: Db,
  id: number,
  from: readonly RosterImport['state'][],
  changes: Updateable<RosterImportTable>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('roster_imports')
    .set(changes)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Imports in progress, oldest first, 20 at most; any process continues them. */
export const openImports = (db: Db): Promise<RosterImport[]> =>
  db
    .selectFrom('roster_imports')
    .selectAll()
    .where('state', 'in', ['applying', 'undoing'])
    .orderBy('id')
    .limit(20)
    .execute()

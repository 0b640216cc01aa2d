import { sql, type SqlBool } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { FileVisibility } from '../files/visibility.ts'
import { isStaffOf } from '../guilds/scope-store.ts'
import { visibleWorks } from '../works/gallery-store.ts'
import { stillWorkingAt } from '../works/over-store.ts'

/**
 * Whether a user may see another person’s file at this moment. Checks everything a file can be attached to: a person’s
 * picture or a banner, a task of a guild the user is in, a visible post, a work of a guild whose staff the user is, a
 * shared work, a voice in a review of the user’s own work, and a note under a result the user may review. The original
 * bytes of a submission are for staff alone. Administrators may see every file.
 */
export const fileVisibility =
  (db: Db): FileVisibility =>
  async ({ row: { id, owner_id }, variant, user_id, now }) => {
    const shared = visibleWorks(db, { user_id, now }, await stillWorkingAt(db, { user_id, now }))
      .innerJoin('submission_files as shown', 'shown.submission_id', 'submissions.id')
      .where('shown.file_id', '=', id)
      .select('submissions.id')
    const isShared = variant === 'original' ? sql<SqlBool>`1 = 0` : sql<SqlBool>`exists ${shared}`
    const membership = (guild: 't' | 'd') =>
      sql`join guild_members as m on m.guild_id = ${sql.ref(`${guild}.guild_id`)} and m.user_id = ${user_id} and m.status = 'member'`
    const isShownTask = sql`t.status not in ('draft', 'trashed')`
    // A voice is readable like its review: by the student once the result is released, and by those who review in the
    // guild.
    const isSpoken =
      variant !== 'public'
        ? sql<SqlBool>`1 = 0`
        : sql<SqlBool>`exists (select 1 from voices as v join results as r on r.id = v.result_id
          join submissions as s on s.id = v.submission_id
          where v.file_id = ${id} and ((s.user_id = ${user_id} and r.status in ('released', 'replaced'))
            or ${isStaffOf(user_id, 's.guild_id', 'can_review')}))`
    // A file attached to a note is for those who may answer the note.
    const isAsked =
      variant === 'original'
        ? sql<SqlBool>`1 = 0`
        : sql<SqlBool>`exists (select 1 from submission_notes as n
          where n.file_id = ${id} and n.deleted_at is null and ${isStaffOf(user_id, 'n.guild_id', 'can_review')})`
    const { rows } = await sql<{ seen: number }>`select case when
        exists (select 1 from users where users.id = ${owner_id} and users.avatar_file_id = ${id})
        or exists (select 1 from banners where banners.image_file_id = ${id})
        or exists (select 1 from user_roles where user_roles.user_id = ${user_id} and user_roles.role = 'admin')
        or exists (select 1 from task_files as f join tasks as t on t.id = f.task_id ${membership('t')}
          where f.file_id = ${id} and (${isShownTask} or ${isStaffOf(user_id, 't.guild_id')}))
        or exists (select 1 from tasks as t ${membership('t')}
          where t.cover_file_id = ${id} and (${isShownTask} or ${isStaffOf(user_id, 't.guild_id')}))
        or exists (select 1 from discussion_files as f join discussions as d on d.id = f.discussion_id ${membership('d')}
          where f.file_id = ${id} and ((d.deleted_at is null and d.hidden_at is null and d.held_at is null) or ${isStaffOf(user_id, 'd.guild_id')}))
        or exists (select 1 from submission_files as f join submissions as s on s.id = f.submission_id
          where f.file_id = ${id} and ${isStaffOf(user_id, 's.guild_id')})
        or ${isSpoken}
        or ${isAsked}
        or ${isShared}
      then 1 else 0 end as seen`.execute(db)
    return rows[0]?.seen === 1
  }

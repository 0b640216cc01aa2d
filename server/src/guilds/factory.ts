import type { Insertable } from 'kysely'
import { aUser } from '../accounts/factory.ts'
import { pinyinOf } from '../db/pinyin.ts'
import type { Db, Schema } from '../db/schema.ts'
import { newInviteCode } from './invite-code.ts'

let made = 0

/** A public guild that anyone may join. */
export const aGuild = async (
  db: Db,
  given: Partial<Insertable<Schema['guilds']>> = {},
): Promise<{ id: number; name: string; invite_code: string }> => {
  made += 1
  const guild = {
    name: `公会 ${made}`,
    join_policy: 'open' as const,
    category_id: null,
    capacity: null,
    invite_code: newInviteCode(),
    created_at: Date.now(),
    ...given,
  }
  return db
    .insertInto('guilds')
    .values({ name_pinyin: await pinyinOf(guild.name), ...guild })
    .returning(['id', 'name', 'invite_code'])
    .executeTakeFirstOrThrow()
}

/** A visible category. */
export const aCategory = async (
  db: Db,
  given: Partial<Insertable<Schema['guild_categories']>> = {},
): Promise<{ id: number; name: string }> => {
  made += 1
  return db
    .insertInto('guild_categories')
    .values({ name: `分类 ${made}`, ...given })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
}

/** Puts someone into a guild, by default as a student; keeps the count of members right. */
export const aMember = async (
  db: Db,
  given: { guild_id: number; user_id: number } & Partial<Insertable<Schema['guild_members']>>,
): Promise<{ id: number }> => {
  const { created_at = Date.now() } = given
  const origin = given.role === undefined || given.role === 'student' ? ('own' as const) : ('staff' as const)
  const member = {
    role: 'student' as const,
    status: 'member' as const,
    origin,
    joined_at: created_at,
    ...given,
    created_at,
  }
  const row = await db.insertInto('guild_members').values(member).returning('id').executeTakeFirstOrThrow()
  if (member.role === 'student' && member.status === 'member') {
    await db
      .updateTable('guilds')
      .set((to) => ({ member_count: to('member_count', '+', 1) }))
      .where('id', '=', member.guild_id)
      .execute()
  }
  return row
}

/** Invites somebody into a guild, by default as a student. */
export const anInvitation = (
  db: Db,
  given: { guild_id: number; user_id: number; invited_by: number } & Partial<Insertable<Schema['guild_invitations']>>,
): Promise<{ id: number }> =>
  db
    .insertInto('guild_invitations')
    .values({ role: 'student', created_at: Date.now(), answered_at: null, ...given })
    .returning('id')
    .executeTakeFirstOrThrow()

/** A new user with a role, who has the same part in a guild. */
export const aPersonIn = async (
  db: Db,
  { guild_id, role }: { guild_id: number; role: 'student' | 'assistant' | 'teacher' },
): Promise<{ id: number }> => {
  const user = await aUser(db, { roles: [role] })
  await aMember(db, { guild_id, user_id: user.id, role })
  return user
}

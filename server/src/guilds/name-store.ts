import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'

/**
 * For `where`: whether a student may read the nickname of a person, by the person's row of `users`. A nickname from a
 * list of the school is the person's real name: in a school for minors it is shown only in guilds that both are in,
 * until its owner has chosen another. This is the only place that decides it.
 */
export const isNamedTo = (reader: number | Expression<number>, person = 'users'): Expression<SqlBool> => {
  const column = (name: string) => sql.ref(`${person}.${name}`)
  return sql<SqlBool>`(not ${column('nickname_given')} or ${column('id')} = ${reader}
    or not exists (select 1 from settings as kind where kind.key = 'school_kind' and kind.value = '"minors"')
    or exists (select 1 from guild_members as theirs inner join guild_members as readers on readers.guild_id = theirs.guild_id
      where theirs.user_id = ${column('id')} and theirs.status = 'member' and readers.user_id = ${reader} and readers.status = 'member'))`
}

/** For `select`: the nickname as a student reads it; null for a fellow student without a name. */
export const nicknameTo = (reader: number | Expression<number>, person = 'users'): RawBuilder<string | null> =>
  sql<string | null>`case when ${isNamedTo(reader, person)} then ${sql.ref(`${person}.nickname`)} end`

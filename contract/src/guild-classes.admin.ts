import { call } from './call.ts'
import { boolean, count, fields, id, list, nullable, oneOf, optional, pageOf, paging, string, text } from './schema.ts'

/**
 * The class: the students of another guild, or those whose account names that class. Exactly one of the two is given.
 */
const whichClass = { guild_id: id(), from_guild_id: optional(id()), class_name: optional(text(60, 1)) }

/** Numbers of people of the class, by what happens to them. */
const outcomes = {
  /** For administrators: people who join the guild at once. */
  joins: count(),
  /** For teachers: people who get an invitation and join by accepting. */
  invited: count(),
  /** People whose request to join is accepted. */
  requested: count(),
  in_already: count(),
  /** People who are not invited again: an invitation is already open, or was declined or repeated lately. */
  left_alone: count(),
}

const leading = ['NOT_FOUND', 'ROLE', 'INVALID', 'ARCHIVED'] as const

export const guildClasses = {
  list: call({
    method: 'GET',
    path: '/api/admin/guild/classes',
    access: 'staff',
    summary:
      'Classes that can come into a guild as a whole, by name: the other guilds one leads, and the class names of the students in one’s charge.',
    input: fields({ guild_id: id(), keyword: optional(text(60)), ...paging }),
    output: pageOf(
      fields({
        kind: oneOf('class', 'guild'),
        /** The guild; null for a class name. */
        from_guild_id: nullable(id()),
        name: string(),
        /** Teachers of the guild, three at most; empty for a class name. */
        teachers: list(string()),
        archived: boolean(),
        /** Number of its students whom the caller may bring along. */
        students: count(),
      }),
    ),
    refusals: leading,
  }),
  preview: call({
    method: 'GET',
    path: '/api/admin/guild/preview_class',
    access: 'staff',
    summary: 'What bringing a class into a guild would come to; nothing happens. INVALID beyond 1,000 students.',
    input: fields(whichClass),
    output: fields({
      ...outcomes,
      /** Students in the guild now, and how many there may be; null: no limit. */
      members: count(),
      capacity: nullable(count()),
    }),
    refusals: leading,
  }),
  join: call({
    method: 'POST',
    path: '/api/admin/guild/join_class',
    access: 'staff',
    summary:
      'Bring a class into a guild: an administrator puts its students there, a teacher asks them. Whoever comes into the class later does not follow. Asked twice, it is done once; all or none find a place.',
    input: fields(whichClass),
    output: fields(outcomes),
    refusals: [...leading, 'FULL', 'INVITATIONS'],
  }),
}

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
      'The classes that can be brought into a guild as a whole, by name: the other guilds that the caller leads, and the class names of the students in the caller’s charge.',
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
    summary: 'The outcome of bringing a class into a guild; changes nothing. INVALID beyond 1,000 students.',
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
      'Brings a class into a guild: an administrator adds its students, a teacher invites them. Students who join the class later are not included. All or nothing; repeating it changes nothing.',
    input: fields(whichClass),
    output: fields(outcomes),
    refusals: [...leading, 'FULL', 'INVITATIONS'],
  }),
}

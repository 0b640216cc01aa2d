import { hue } from './guilds.ts'
import { call, type Output } from './call.ts'
import { boolean, count, fields, id, integer, line, list, nullable, oneOf, optional, paging, string } from './schema.ts'

/** The kinds of things that can be searched for. */
export const searchKind = () => oneOf('task', 'work', 'person')

/** A search result. */
const Found = fields({
  kind: searchKind(),
  id: id(),
  title: string(),
  /** The beginning of the text of a work; empty for a task and a person. */
  text: string(),
  /** For a person, the first guild that the caller shares with them. */
  guild_id: id(),
  guild_name: string(),
  hue: hue(),
  glyph: string(),
  flag: string(),
  /** The nickname of the author of a work; null for an author who is not named, and for the other kinds. */
  author: nullable(string()),
  /** The picture of a person, as in `Profile`; empty for the other kinds. */
  avatar: string(),
})
export type Found = Output<typeof search.search>['groups'][number]['list'][number]

const Group = fields({
  kind: searchKind(),
  list: list(Found),
  /** The `after` of the next page, to be sent together with `kind`; null on the last page. */
  next: nullable(string()),
})

export const search = {
  search: call({
    method: 'GET',
    path: '/api/student/search',
    access: 'student',
    summary:
      'Searches tasks and people of the caller’s guilds and works that the caller may see, by all words of `q`; without `kind` the first few of each.',
    input: fields({
      q: line(60),
      kind: optional(searchKind()),
      guild_id: optional(id()),
      after: paging.after,
      limit: optional(integer({ minimum: 1, maximum: 50 })),
    }),
    output: fields({
      /** The searched words, for highlighting them. */
      words: list(string()),
      groups: list(Group),
      found: count(),
      more: boolean(),
    }),
    refusals: ['INVALID', 'NOT_FOUND'],
  }),
}

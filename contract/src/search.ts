import { hue } from './guilds.ts'
import { call, type Output } from './call.ts'
import { boolean, count, fields, id, integer, line, list, nullable, oneOf, optional, paging, string } from './schema.ts'

/** What can be looked for. */
export const searchKind = () => oneOf('task', 'work', 'person')

/** One thing that was found. */
const Found = fields({
  kind: searchKind(),
  id: id(),
  title: string(),
  /** The lines under the title: the summary of a task, the first lines of a work; empty for a person. */
  text: string(),
  /** For a person the first guild we share. */
  guild_id: id(),
  guild_name: string(),
  hue: hue(),
  glyph: string(),
  flag: string(),
  /** Of a work. */
  author: nullable(string()),
  /** Of a person; empty without one. */
  avatar: string(),
})
export type Found = Output<typeof search.search>['groups'][number]['list'][number]

const Group = fields({
  kind: searchKind(),
  list: list(Found),
  /** Hand it back as `after` together with `kind`; null where there is no more. */
  next: nullable(string()),
})

export const search = {
  search: call({
    method: 'GET',
    path: '/api/student/search',
    access: 'student',
    summary:
      'Tasks and people of my guilds and the works I may look at, by all words of `q`; without `kind` the first few of each.',
    input: fields({
      q: line(60),
      kind: optional(searchKind()),
      guild_id: optional(id()),
      after: paging.after,
      limit: optional(integer({ minimum: 1, maximum: 50 })),
    }),
    output: fields({
      /** The words that were looked for, for showing where they are. */
      words: list(string()),
      groups: list(Group),
      found: count(),
      more: boolean(),
    }),
    refusals: ['INVALID', 'NOT_FOUND'],
  }),
}

import { call } from './call.ts'
import { hue } from './guilds.ts'
import { boolean, count, fields, id, line, list, none, optional, string, text } from './schema.ts'

const Category = fields({
  id: id(),
  pid: count(),
  name: string(),
  description: string(),
  hue: hue(),
  visible: boolean(),
  guild_count: count(),
})

export const categoriesAdmin = {
  list: call({
    method: 'GET',
    path: '/api/admin/category/list',
    access: 'staff',
    summary: 'All categories in two levels, in order.',
    input: none(),
    output: list(Category),
    refusals: [],
  }),
  save: call({
    method: 'POST',
    path: '/api/admin/category/save',
    access: 'admin',
    summary:
      'Make a category, or with an `id` change what is sent of one; two levels at most, 200 in all. A new one has at least a name and a hue.',
    input: fields({
      id: optional(id()),
      pid: optional(count(2 ** 31 - 1)),
      name: optional(line(30)),
      description: optional(text(200)),
      hue: optional(hue()),
      visible: optional(boolean()),
    }),
    output: list(Category),
    refusals: ['NOT_FOUND', 'INVALID'],
  }),
  remove: call({
    method: 'POST',
    path: '/api/admin/category/remove',
    access: 'admin',
    summary: 'Remove a category: its guilds stay, without one; those below it come up a level.',
    input: fields({ id: id() }),
    output: list(Category),
    refusals: ['NOT_FOUND'],
  }),
  arrange: call({
    method: 'POST',
    path: '/api/admin/category/arrange',
    access: 'admin',
    summary: 'Put all categories into an order.',
    input: fields({ ids: list(id(), { minItems: 1, maxItems: 200 }) }),
    output: list(Category),
    refusals: ['INVALID'],
  }),
}

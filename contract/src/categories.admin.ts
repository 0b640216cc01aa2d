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
      'Makes a category, or changes the sent fields of the one with this `id`; two levels at most, 200 categories in all. A new category needs at least a name and a hue.',
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
    summary: 'Removes a category: its guilds remain without a category, and its subcategories move up a level.',
    input: fields({ id: id() }),
    output: list(Category),
    refusals: ['NOT_FOUND'],
  }),
  arrange: call({
    method: 'POST',
    path: '/api/admin/category/arrange',
    access: 'admin',
    summary: 'Sets the order of all categories; each must be named once.',
    input: fields({ ids: list(id(), { minItems: 1, maxItems: 200 }) }),
    output: list(Category),
    refusals: ['INVALID'],
  }),
}

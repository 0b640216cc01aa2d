import { bannerArts } from './banners.ts'
import { call } from './call.ts'
import { boolean, fields, id, instant, line, list, none, nullable, oneOf, optional, string, text } from './schema.ts'

const art = () => oneOf(...bannerArts)

const StaffBanner = fields({
  id: id(),
  title: string(),
  subtitle: string(),
  /** The uploaded picture, or null where the drawing is shown. */
  image_file_id: nullable(id()),
  /** The address of that picture for the caller; empty without one. */
  image: string(),
  art: art(),
  alt: string(),
  link: string(),
  link_text: string(),
  /** Null: shown to everybody. */
  guild_id: nullable(id()),
  /** The name of that guild; empty without one. */
  guild: string(),
  begin_at: nullable(instant()),
  end_at: nullable(instant()),
  visible: boolean(),
  /** By the clock: currently shown, scheduled, over, or hidden by hand. */
  state: oneOf('shown', 'coming', 'over', 'hidden'),
  demo: boolean(),
})

export const bannersAdmin = {
  list: call({
    method: 'GET',
    path: '/api/admin/banner/list',
    access: 'admin',
    summary: 'All banners, in the order the square shows them; 100 at most.',
    input: none(),
    output: list(StaffBanner),
    refusals: [],
  }),
  save: call({
    method: 'POST',
    path: '/api/admin/banner/save',
    access: 'admin',
    summary:
      'Makes a banner, which comes first, or changes the sent fields of the one with this `id`. A new banner needs at least a title, a drawing and the alternative text of its picture.',
    input: fields({
      id: optional(id()),
      title: optional(line(40)),
      subtitle: optional(text(80)),
      /** A picture the caller uploaded for a banner; null shows the drawing. */
      image_file_id: optional(nullable(id())),
      art: optional(art()),
      /** Alternative text that describes the picture. */
      alt: optional(line(120)),
      /** A path of this site or an http(s) address; empty for none. */
      link: optional(text(500)),
      link_text: optional(text(20)),
      guild_id: optional(nullable(id())),
      begin_at: optional(nullable(instant())),
      end_at: optional(nullable(instant())),
      visible: optional(boolean()),
    }),
    output: list(StaffBanner),
    refusals: ['NOT_FOUND', 'INVALID', 'FILE'],
  }),
  remove: call({
    method: 'POST',
    path: '/api/admin/banner/remove',
    access: 'admin',
    summary: 'Remove a banner.',
    input: fields({ id: id() }),
    output: list(StaffBanner),
    refusals: ['NOT_FOUND'],
  }),
  arrange: call({
    method: 'POST',
    path: '/api/admin/banner/arrange',
    access: 'admin',
    summary: 'Put all banners into an order.',
    input: fields({ ids: list(id(), { minItems: 1, maxItems: 100 }) }),
    output: list(StaffBanner),
    refusals: ['INVALID'],
  }),
}

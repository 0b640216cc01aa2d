import { call } from './call.ts'
import { fields, id, instant, integer, list, none, nullable, string } from './schema.ts'

/** The drawings a banner without a picture may show. */
export const bannerArts = ['school', 'flags', 'sprout', 'kite'] as const

const Banner = fields({
  id: id(),
  title: string(),
  subtitle: string(),
  image: string(),
  alt: string(),
  /** A path of this site or an http(s) address. */
  link: string(),
  link_text: string(),
  weigh: integer(),
  begin: nullable(instant()),
  end: nullable(instant()),
})

export const banners = {
  active: call({
    method: 'POST',
    path: '/api/index/getBanner',
    access: 'student',
    summary: 'The banners that are shown now, for everyone or for one of the caller’s guilds.',
    input: none(),
    output: list(Banner),
    refusals: [],
    limit: 'read',
  }),
}

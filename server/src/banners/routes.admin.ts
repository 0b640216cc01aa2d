import type { Input } from '@tongchuang/contract/call.ts'
import { bannersAdmin } from '@tongchuang/contract/banners.admin.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import { lockAdmins } from '../accounts/staff-store.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { iso, ms } from '../db/time.ts'
import { linkTo } from '../files/cards.ts'
import { holdFileOf } from '../files/store.ts'
import { findGuildDetail } from '../guilds/settings-store.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import { artOf, safeLink, stateAt } from './rules.ts'
import { allBanners, changeBanner, insertBanner, orderBanners, removeBanner } from './store.ts'

const mostBanners = 100

type Caller = { user_id: number; now: number }

/**
 * Requires the caller's own picture, uploaded for a banner; the picture a banner already has may stay, whoever uploaded
 * it.
 */
const mustBePicture = async (db: Db, user_id: number, id: number): Promise<void> => {
  const file = await holdFileOf(db, user_id, id)
  if (file?.kind !== 'image' || file.purpose !== 'banner') throw fail('FILE')
}

type Sent = Omit<Input<typeof bannersAdmin.save>, 'id'>
type Stored = Awaited<ReturnType<typeof allBanners>>[number]

/**
 * The new values of a banner: omitted fields keep their current value, since another administrator may have changed
 * them meanwhile.
 */
const written = (before: Stored | undefined, given: Sent) => {
  const { title, art, alt, ...rest } = { ...before, ...given }
  if (title === undefined) throw invalid('title', '横幅要有标题', 'A banner has a title')
  if (art === undefined) throw invalid('art', '请选一幅图画', 'Choose a drawing')
  if (alt === undefined) throw invalid('alt', '请写上图里画了什么', 'Say what the picture shows')
  const at = (name: 'begin_at' | 'end_at'): number | null => {
    const sent = given[name]
    return sent === undefined ? (before?.[name] ?? null) : sent === null ? null : ms(sent)
  }
  const { subtitle = '', link = '', link_text = '', image_file_id = null, guild_id = null, visible = true } = rest
  return {
    ...{ title, art, alt, subtitle, link, link_text, image_file_id, guild_id, visible },
    ...{ begin_at: at('begin_at'), end_at: at('end_at') },
  }
}

/** What administrators do with the banners of the square. */
export const bannerAdminRoutes = (app: App): void => {
  const listed = async (db: Db, { user_id, now }: Caller) =>
    (await allBanners(db, mostBanners)).map(({ art, guild, ...banner }) => ({
      ...banner,
      art: artOf(art),
      guild: guild ?? '',
      image: banner.image_file_id === null ? '' : linkTo(app, banner.image_file_id, 'public', user_id),
      begin_at: iso(banner.begin_at),
      end_at: iso(banner.end_at),
      state: stateAt(banner, now),
    }))

  implement(app, bannersAdmin, {
    list: (_input, caller) => listed(app.db, caller),

    save: ({ id, ...given }, caller) =>
      app.db.transaction().execute(async (db) => {
        await lockAdmins(db)
        const all = await allBanners(db, mostBanners)
        const before = all.find((one) => one.id === id)
        if (id !== undefined && !before) throw fail('NOT_FOUND')
        if (!before && all.length >= mostBanners)
          throw invalid('id', `横幅最多${mostBanners}条`, `There are at most ${mostBanners} banners`)
        const banner = written(before, given)
        const { link, link_text, begin_at, end_at, guild_id, image_file_id } = banner
        if (link !== '' && safeLink(link) === '')
          throw invalid(
            'link',
            '链接要以 / 开头，或是http、https网址',
            'A link begins with / or is an http or https address',
          )
        if ((link === '') !== (link_text.trim() === ''))
          throw invalid('link_text', '链接和按钮文字要一起填', 'A link and the words of its button go together')
        if (begin_at !== null && end_at !== null && end_at <= begin_at)
          throw invalid('end_at', '结束要晚于开始', 'The end comes after the beginning')
        if (guild_id !== null && guild_id !== before?.guild_id && !(await findGuildDetail(db, guild_id)))
          throw fail('NOT_FOUND')
        if (image_file_id !== null && image_file_id !== before?.image_file_id)
          await mustBePicture(db, caller.user_id, image_file_id)
        await (before
          ? changeBanner(db, before.id, banner)
          : insertBanner(db, { ...banner, weigh: (all[0]?.weigh ?? 0) + 1 }))
        return listed(db, caller)
      }),

    remove: ({ id }, caller) =>
      app.db.transaction().execute(async (db) => {
        if (!(await removeBanner(db, id))) throw fail('NOT_FOUND')
        return listed(db, caller)
      }),

    arrange: ({ ids }, caller) =>
      app.db.transaction().execute(async (db) => {
        await lockAdmins(db)
        const known = new Set((await allBanners(db, mostBanners)).map(({ id }) => id))
        if (ids.length !== known.size || new Set(ids).size !== ids.length || ids.some((id) => !known.has(id)))
          throw invalid('ids', '顺序里要有每一条横幅，各一次', 'An order names every banner once')
        await orderBanners(db, ids)
        return listed(db, caller)
      }),
  })
}

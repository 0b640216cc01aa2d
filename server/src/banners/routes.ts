import { banners } from '@tongchuang/contract/banners.ts'
import type { App } from '../app-services.ts'
import { iso } from '../db/time.ts'
import { linkTo } from '../files/cards.ts'
import { implement } from '../http/implement.ts'
import { safeLink } from './rules.ts'
import { activeBanners } from './store.ts'

/** The banners of the square. */
export const bannerRoutes = (app: App): void => {
  implement(app, banners, {
    active: async (_input, { user_id, now }) => {
      const rows = await activeBanners(app.db, user_id, now)
      return rows.map(({ begin_at, end_at, image_file_id, art, link, ...banner }) => ({
        ...banner,
        // Without a picture the site draws the one that is named.
        image: image_file_id === null ? art : linkTo(app, image_file_id, 'public', user_id),
        link: safeLink(link),
        begin: iso(begin_at),
        end: iso(end_at),
      }))
    },
  })
}

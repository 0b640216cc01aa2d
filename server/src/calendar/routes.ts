import { createHmac, randomBytes } from 'node:crypto'
import { calendar } from '@tongchuang/contract/calendar.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { iso } from '../db/time.ts'
import { requestContext, implement } from '../http/implement.ts'
import { hashToken } from '../http/session.ts'
import { publicAddress } from '../public-address.ts'
import { icsOf } from './ics.ts'
import { dropLink, dueDates, findLink, findReader, putLink } from './store.ts'

const month = 30 * 24 * 3_600_000

/** Calls for a student’s private calendar address, and that address itself: calendar programs cannot log in. */
export const calendarRoutes = (app: App): void => {
  const { db, config } = app
  const tokenOf = (user_id: number, nonce: string): string =>
    createHmac('sha256', `calendar:${config.secret}`).update(`${user_id}.${nonce}`).digest('base64url')

  const show = async (user_id: number, origin: string) => {
    const link = await findLink(db, user_id)
    if (!link) return { path: null, url: null, since: null }
    const place = `/calendar/${tokenOf(user_id, link.nonce)}.ics`
    const url = publicAddress(config, await app.settings(), origin) + place
    return { path: config.basePath + place, url, since: iso(link.created_at) }
  }

  implement(app, calendar, {
    get: (_, { user_id, origin }) => show(user_id, origin),

    change: async ({ action }, { user_id, now, origin }) => {
      const nonce = randomBytes(12).toString('base64url')
      if (action === 'off') await dropLink(db, user_id)
      else
        await putLink(
          db,
          { user_id, nonce, token_hash: hashToken(tokenOf(user_id, nonce)), created_at: now },
          action === 'make',
        )
      return show(user_id, origin)
    },
  })

  app.http.get<{ Params: { name: string } }>('/calendar/:name', async (request, reply) => {
    const context = requestContext(app, request)
    await app.limits.spend('read', { ...context, user_id: null })
    const token = /^([\w-]{43})\.ics$/.exec(request.params.name)?.[1]
    const reader = token === undefined ? undefined : await findReader(db, hashToken(token))
    if (!reader) throw fail('NO_ROUTE')
    const settings = await app.settings()
    const { site_name, timezone: zone } = settings
    const dates = await dueDates(db, reader.id, context.now - month)
    const base = publicAddress(config, settings, context.origin)
    void reply.header('content-disposition', 'inline; filename="tongchuang.ics"').type('text/calendar; charset=utf-8')
    return reply.send(icsOf({ site_name, zone, language: reader.locale, base, dates }))
  })
}

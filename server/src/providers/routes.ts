import { providers } from '@tongchuang/contract/providers.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { confirmOwner } from '../accounts/login.ts'
import { iso } from '../db/time.ts'
import { implement, requestContext } from '../http/implement.ts'
import { adoptAccount, enterStudentSite } from './enter.ts'
import { beginLink, finishLink, ownIdentities, endLink } from './own.ts'
import { lookAfterProviders } from './probe.ts'
import { isOnlyStudent } from './rules.ts'
import { findProvider, listProviders } from './store.ts'
import { arrive, comeBack, setOut, siteAddressOf } from './visits.ts'
import { sweepVisits } from './visit-store.ts'

// A provider may take seconds for each of several requests.
const asksOthers = { timeoutMs: 12_000 }

/**
 * Calls for log-ins by identities: the buttons, the redirect there and back, the first log-in, and the linked
 * identities.
 */
export const providerRoutes = (app: App): void => {
  implement(
    app,
    providers,
    {
      list: async () => {
        if ((await siteAddressOf(app)) === '') return []
        const open = (await listProviders(app.db)).filter(({ enabled }) => enabled)
        return open.map(({ id, kind, name, is_silent, down_since }) => ({
          ...{ id, kind, name, is_silent },
          down_since: iso(down_since),
        }))
      },
      begin: (input, caller) => setOut(app, input, caller),
      enter: async ({ code }, caller) =>
        enterStudentSite(app, await arrive(app, code, { door: 'student' }, caller), caller),
      adopt: (input, caller) => adoptAccount(app, input, caller),
      identities: (_, caller) => ownIdentities(app, 'student', caller),
      link: async ({ provider_id, password }, caller) => {
        if (!isOnlyStudent(caller.roles))
          throw fail('STAFF_LINK', { name: (await findProvider(app.db, provider_id))?.name ?? '' })
        await confirmOwner(app, caller, password)
        return beginLink(app, provider_id, 'student', caller)
      },
      finishLink: ({ code }, caller) => finishLink(app, code, 'student', caller),
      unlink: ({ provider_id }, caller) => endLink(app, provider_id, caller),
    },
    { begin: asksOthers, enter: asksOthers, link: asksOthers, finishLink: asksOthers },
  )

  app.http.get<{ Params: { id: string }; Querystring: Readonly<Record<string, unknown>> }>(
    '/api/user/return/:id',
    async (request, reply) => {
      const context = requestContext(app, request)
      await app.limits.spend('read', { ...context, user_id: null })
      const { id } = request.params
      const provider_id = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : 0
      return reply.redirect(await comeBack(app, provider_id, request.query, context.now), 302)
    },
  )

  app.removal.every('providers.sweep', 3_600, 'expired', async (now) => sweepVisits(app.db, now))
  app.jobs.every('providers.look', 60, async (now) => lookAfterProviders(app, now))
}

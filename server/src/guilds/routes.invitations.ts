import { fail } from '@tongchuang/contract/errors.ts'
import { invitationsAdmin } from '@tongchuang/contract/invitations.admin.ts'
import { invitations } from '@tongchuang/contract/invitations.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { orNotFound } from '../db/or-not-found.ts'
import { iso } from '../db/time.ts'
import { implement } from '../http/implement.ts'
import { closeAbout } from '../messages/store.ts'
import { answerInvitation } from './answer.ts'
import {
  closeInvitation,
  findGuildInvitation,
  listGuildInvitations,
  listOwnInvitations,
  settleInvitation,
} from './answer-store.ts'
import { registerInviters } from './inviters.ts'
import { asLeader } from './staff-access.ts'
import { aboutJoining, mayAdmit } from './rules.ts'
import { staffOf } from './scope-store.ts'
import { findMembership } from './store.ts'

type Times = { created_at: number; answered_at: number | null }
const onTheWire = <R extends Times>(row: R) => ({
  ...row,
  created_at: iso(row.created_at),
  answered_at: iso(row.answered_at),
})

const own = async (db: Db, user_id: number) =>
  (await listOwnInvitations(db, user_id)).map((row) => ({ ...row, created_at: iso(row.created_at) }))

/**
 * Calls for invitations into guilds: for the invited person to answer them, on either site, and for staff to see and
 * withdraw them.
 */
export const invitationRoutes = (app: App): void => {
  const answer = (
    { id, accept }: { id: number; accept: boolean },
    { user_id, now }: { user_id: number; now: number },
  ) => app.db.transaction().execute((db) => answerInvitation(db, app.events, { id, accept, user_id, now }))

  registerInviters(app)

  // By any way of joining: a code, a list, a class, a colleague's answer.
  app.events.on('guild.joined', async (db, { guild_id, user_id }, now) => {
    await settleInvitation(db, guild_id, user_id, now)
    // A user who has left meanwhile and asks again waits again.
    const part = await findMembership(db, guild_id, user_id)
    if (part?.status !== 'pending') await closeAbout(db, aboutJoining(guild_id, user_id))
  })

  implement(app, invitations, { own: (_input, { user_id }) => own(app.db, user_id), answer })

  implement(app, invitationsAdmin, {
    own: (_input, { user_id }) => own(app.db, user_id),

    answer,

    list: async ({ guild_id, status, ...page }, { user_id }) => {
      const staff = await staffOf(app.db, user_id, guild_id)
      if (!staff) throw fail('NOT_FOUND')
      if (!mayAdmit(staff)) throw fail('ROLE')
      const found = await listGuildInvitations(
        app.db,
        { user_id, is_admin: staff.role === 'admin' },
        { guild_id, status },
        page,
      )
      return { ...found, list: found.list.map(onTheWire) }
    },

    withdraw: async ({ guild_id, id }, { user_id, now }) => {
      return asLeader(app.db, guild_id, user_id, async (db) => {
        const viewer = { user_id, is_admin: (await staffOf(db, user_id, guild_id))?.role === 'admin' }
        if (!(await findGuildInvitation(db, viewer, guild_id, id))) throw fail('NOT_FOUND')
        if (!(await closeInvitation(db, id, 'withdrawn', now))) throw fail('INVITATION')
        return onTheWire(orNotFound(await findGuildInvitation(db, viewer, guild_id, id)))
      })
    },
  })
}

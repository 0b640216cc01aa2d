import { classUndo } from '@tongchuang/contract/class-undo.admin.ts'
import type { App } from '../app-services.ts'
import { iso } from '../db/time.ts'
import { listJoinings, undoClassMs } from '../guilds/class-joining-store.ts'
import { asLeader, mustLeadGuild } from '../guilds/staff-access.ts'
import { implement } from '../http/implement.ts'
import { previewUndo, undoClass } from './class-undo.ts'

// A class may have many memberships, each with its event.
const slow = { timeoutMs: 60_000 }

/** Removing whole classes from a guild again. */
export const classUndoRoutes = (app: App): void =>
  implement(
    app,
    classUndo,
    {
      list: async ({ guild_id }, { user_id, now }) => {
        await mustLeadGuild(app.db, guild_id, user_id)
        return (await listJoinings(app.db, guild_id, now)).map((row) => ({
          id: row.id,
          class_name: row.class_name,
          by: row.nickname,
          at: iso(row.created_at),
          undo_until: iso(row.created_at + undoClassMs),
          joined: Number(row.joined),
          invited: Number(row.invited),
        }))
      },

      preview: async ({ guild_id, id }, { user_id, now }) => {
        await mustLeadGuild(app.db, guild_id, user_id)
        return previewUndo(app.db, { guild_id, id, now })
      },

      undo: async ({ guild_id, id }, { user_id, now }) => {
        return asLeader(app.db, guild_id, user_id, (db) => undoClass(db, app.events, { guild_id, id, now }))
      },
    },
    { undo: slow },
  )

import type { Output } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { holdMayTeach } from '../accounts/staff-store.ts'
import type { App } from '../app-services.ts'
import { orNotFound } from '../db/or-not-found.ts'
import type { Db } from '../db/schema.ts'
import type { Person } from '../http/session.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import { publicAddress } from '../public-address.ts'
import { writtenText } from '../markdown/written.ts'
import { inviteCodeOf, newInviteCode } from './invite-code.ts'
import {
  changeInviteCode,
  guildWithCode,
  insertGuildOnce,
  listLedGuilds,
  saveGuild,
  type GuildDetail,
} from './settings-store.ts'
import { newFlag } from './flag-rules.ts'
import { recordFlag, takenFlags } from './flag-store.ts'
import { asLeader, guildForStaff, mustLeadGuild } from './staff-access.ts'
import { allCategories } from './notices-store.ts'
import { putStaff } from './people-store.ts'
import { registerRenderJob } from './render-later.ts'
import { guessSubject } from './subject-rules.ts'
import { mayAdmit, mayLead, mayModerate, mayReview, type Staff } from './rules.ts'

const everySwitch = { can_review: true, can_moderate: true, can_admit: true, can_see_grades: true }

const shown = (
  { edit_version, category, ...guild }: GuildDetail,
  staff: Staff,
  site: string,
): Output<typeof guildSettings.detail> => ({
  ...guild,
  category: category ?? '',
  invite_url: site + paths.register(guild.invite_code),
  base_version: edit_version,
  may: {
    lead: mayLead(staff) && guild.status === 'active',
    admit: mayAdmit(staff) && guild.status === 'active',
    review: mayReview(staff),
    moderate: mayModerate(staff),
    teach: mayLead(staff),
  },
})

/** The name of the given category, which must exist; '' where none is given. */
const mustKnowCategory = async (db: Db, category_id: number | null | undefined): Promise<string> => {
  if (typeof category_id !== 'number') return ''
  const found = (await allCategories(db)).find(({ id }) => id === category_id)
  if (!found) throw fail('NOT_FOUND')
  return found.name
}

/** Calls for staff to see and decide the settings of their guilds. */
export const guildSettingsRoutes = (app: App): void => {
  registerRenderJob(app)
  const show = async (guild_id: number, { user_id, origin }: Person) => {
    const { guild, staff } = await guildForStaff(app.db, guild_id, user_id)
    return shown(guild, staff, publicAddress(app.config, await app.settings(), origin))
  }

  const described = async (description: string, person: number) => {
    const { html, render_pending } = await writtenText(app, { content: description, person })
    return { description, description_html: html, render_pending }
  }

  implement(app, guildSettings, {
    list: async ({ status, keyword, leads, ...page }, { user_id }) => {
      const found = await listLedGuilds(app.db, { user_id, status, keyword, leads }, page)
      return { ...found, list: found.list.map(({ category, ...guild }) => ({ ...guild, category: category ?? '' })) }
    },

    detail: ({ guild_id }, caller) => show(guild_id, caller),

    create: async ({ key, ...sent }, caller) => {
      const { category_id = null, intro = '', glyph, ...given } = sent
      const { user_id, roles, now } = caller
      if (!roles.includes('teacher') && !roles.includes('admin')) throw fail('ROLE')
      const subject = guessSubject(given.name, await mustKnowCategory(app.db, category_id))
      const { name, hue, join_policy } = given
      const asked = ['a new guild', user_id, name, category_id, hue, glyph ?? null, intro, join_policy, key]
      const invite_code = key === undefined ? newInviteCode() : inviteCodeOf(app.config.secret, asked)
      const guild_id = await app.db.transaction().execute(async (db) => {
        const flag = newFlag({ ...given, subject, glyph }, await takenFlags(db))
        const guild = { ...given, ...flag, subject, category_id, intro, invite_code, now }
        const guild_id = await insertGuildOnce(db, guild)
        // A repeated request, and the second of two at once, find what the first has made.
        if (guild_id === undefined) return orNotFound(await guildWithCode(db, invite_code))
        if (!(await holdMayTeach(db, user_id))) throw fail('ROLE')
        await putStaff(db, app.events, { guild_id, user_id, role: 'teacher', title: '', ...everySwitch, now })
        return guild_id
      })
      return show(guild_id, caller)
    },

    update: async ({ guild_id, base_version, description, ...given }, caller) => {
      const { user_id, now: at } = caller
      await mustLeadGuild(app.db, guild_id, user_id)
      await mustKnowCategory(app.db, given.category_id)
      const words = description === undefined ? {} : await described(description, user_id)
      const saved = await asLeader(app.db, guild_id, user_id, async (db, guild) => {
        const isSaved = await saveGuild(db, guild_id, base_version, { ...given, ...words })
        const { hue, glyph, flag, motto } = { ...guild, ...given }
        const isNew = hue !== guild.hue || glyph !== guild.glyph || flag !== guild.flag || motto !== guild.motto
        if (isSaved && isNew) await recordFlag(db, { guild_id, actor_id: user_id, hue, glyph, flag, motto, at })
        return isSaved
      })
      const now = await show(guild_id, caller)
      // The version is unchanged: somebody has joined, and only the number of members stands against the new limit.
      if (!saved && now.base_version === base_version)
        throw invalid(
          'capacity',
          `现在有${now.member_count}名成员，上限不能更小`,
          `There are ${now.member_count} members; the limit cannot be lower`,
        )
      if (!saved) throw fail('CONFLICT', { theirs: now })
      return now
    },

    renewCode: async ({ guild_id }, { user_id }) => {
      const invite_code = await asLeader(app.db, guild_id, user_id, (db) => changeInviteCode(db, guild_id))
      return { invite_code }
    },
  })
}

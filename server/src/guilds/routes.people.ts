import { fail } from '@tongchuang/contract/errors.ts'
import { announcementsAdmin, categoriesAdmin, guildPeople } from '@tongchuang/contract/guild-desk.admin.ts'
import { grantRoles } from '../accounts/store.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { still } from '../db/still.ts'
import { iso } from '../db/time.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import { levelOf } from '../ledger/rules.ts'
import { renderMarkdown } from '../markdown/render.ts'
import { closeAbout, notify } from '../messages/store.ts'
import {
  allCategories,
  changeAnnouncement,
  changeCategory,
  findAnnouncement,
  insertAnnouncement,
  insertCategory,
  listAnnouncements,
  orderCategories,
  removeAnnouncement,
  removeCategory,
  type WrittenAnnouncement,
} from './notices-store.ts'
import {
  dropStaff,
  findPerson,
  hasOtherTeacher,
  holdStaff,
  listMembers,
  listStaffOf,
  putStaff,
  removeMembers,
  restoreMembers,
} from './people-store.ts'
import { mustLeadGuild } from './desk.ts'
import { aboutJoining, categoryProblem } from './rules.ts'
import { guildName, staffOf } from './store.ts'

const mostCategories = 200

const mustBeStaff = async (db: Db, guild_id: number, user_id: number): Promise<void> => {
  if (!(await staffOf(db, user_id, guild_id))) throw fail('NOT_FOUND')
}

const staffIn = async (db: Db, guild_id: number) =>
  (await listStaffOf(db, guild_id)).map(({ since, role, ...person }) => ({
    ...person,
    role: role === 'teacher' ? ('teacher' as const) : ('assistant' as const),
    since: iso(since),
  }))

/** The people of a guild: who teaches, who learns. */
const peopleRoutes = (app: App): void => {
  implement(app, guildPeople, {
    staff: async ({ guild_id }, { user_id }) => {
      await mustBeStaff(app.db, guild_id, user_id)
      return staffIn(app.db, guild_id)
    },

    saveStaff: async ({ guild_id, who, role, title = '', ...switches }, { user_id, now }) => {
      await mustLeadGuild(app.db, guild_id, user_id)
      const person = await findPerson(app.db, who)
      if (!person)
        throw invalid('who', '没有这个用户名或学号的账号', 'There is no account with this user name or number')
      if (role === 'teacher' && person.roles === '')
        throw invalid(
          'who',
          '这个账号不是教师，请管理员先授予教师身份',
          'This account is no teacher; an administrator grants that first',
        )
      await app.db.transaction().execute(async (db) => {
        await holdStaff(db, guild_id)
        if (role === 'assistant' && !(await hasOtherTeacher(db, guild_id, person.id))) throw fail('LAST_TEACHER')
        await putStaff(db, app.events, { guild_id, user_id: person.id, role, title, ...switches, now })
        await closeAbout(db, aboutJoining(guild_id, person.id))
        // Whoever assists enters the admin site as an assistant.
        if (role === 'assistant') await grantRoles(db, person.id, ['assistant'])
      })
      return staffIn(app.db, guild_id)
    },

    removeStaff: async ({ guild_id, user_id: other }, { user_id }) => {
      await mustLeadGuild(app.db, guild_id, user_id)
      await app.db.transaction().execute(async (db) => {
        await holdStaff(db, guild_id)
        if (!(await hasOtherTeacher(db, guild_id, other))) throw fail('LAST_TEACHER')
        if (!(await dropStaff(db, guild_id, other))) throw fail('NOT_FOUND')
      })
      return staffIn(app.db, guild_id)
    },

    members: async ({ guild_id, status, keyword, sort, ...page }, { user_id }) => {
      await mustBeStaff(app.db, guild_id, user_id)
      const { levels } = await app.settings()
      const found = await listMembers(app.db, { guild_id, status, keyword, sort }, page)
      const list = found.list.map((member) => ({
        ...member,
        experience: Number(member.experience),
        level: levelOf(Number(member.experience), levels),
        joined_at: iso(member.joined_at),
        last_login_at: iso(member.last_login_at),
      }))
      return { ...found, list }
    },

    remove: async ({ guild_id, user_ids }, { user_id, now }) => {
      const guild = await mustLeadGuild(app.db, guild_id, user_id)
      const removed = await app.db.transaction().execute(async (db) => {
        const people = await removeMembers(db, app.events, guild_id, user_ids)
        await notify(db, { user_id: people, type: 'notice', kind: 'guild.removed', data: { guild: guild.name }, now })
        return people
      })
      return { changed: removed.length }
    },

    restore: async ({ guild_id, user_ids }, { user_id, now }) => {
      await mustLeadGuild(app.db, guild_id, user_id)
      const restored = await app.db.transaction().execute(async (db) => {
        const people = await restoreMembers(db, app.events, guild_id, user_ids, now)
        const data = { guild: await guildName(db, guild_id), admitted: true }
        const link = `/square/guild_details/${guild_id}/-/all`
        await notify(db, { user_id: people, type: 'notice', kind: 'join.answered', data, link, now })
        return people
      })
      return { changed: restored.length }
    },
  })
}

const announced = ({ author, created_at, ...words }: WrittenAnnouncement) => ({
  ...words,
  author: author ?? '',
  created_at: iso(created_at),
})

/** What staff announce in their guild. */
const announcementRoutes = (app: App): void => {
  implement(app, announcementsAdmin, {
    list: async ({ guild_id, ...page }, { user_id }) => {
      await mustBeStaff(app.db, guild_id, user_id)
      const found = await listAnnouncements(app.db, guild_id, page)
      return { ...found, list: found.list.map(announced) }
    },

    save: async ({ guild_id, id, title, content }, { user_id, now }) => {
      await mustLeadGuild(app.db, guild_id, user_id)
      const words = { title, content, content_html: renderMarkdown(content) }
      const written =
        id ?? (await insertAnnouncement(app.db, { ...words, guild_id, author_id: user_id, created_at: now }))
      if (id !== undefined) await changeAnnouncement(app.db, guild_id, id, words)
      return announced(still(await findAnnouncement(app.db, guild_id, written)))
    },

    remove: async ({ guild_id, id }, { user_id }) => {
      await mustLeadGuild(app.db, guild_id, user_id)
      if (!(await removeAnnouncement(app.db, guild_id, id))) throw fail('NOT_FOUND')
      return { removed: true }
    },
  })
}

/** The shelves guilds stand on. */
const categoryRoutes = (app: App): void => {
  implement(app, categoriesAdmin, {
    list: () => allCategories(app.db),

    save: ({ id, pid = 0, name, description = '', hue, visible }) =>
      app.db.transaction().execute(async (db) => {
        const all = await allCategories(db)
        if (id !== undefined && !all.some((one) => one.id === id)) throw fail('NOT_FOUND')
        const problem = categoryProblem(all, { id, pid }, mostCategories)
        if (problem) throw invalid('pid', problem.zh, problem.en)
        const words = { pid, name, description, hue, visible }
        await (id === undefined ? insertCategory(db, words) : changeCategory(db, id, words))
        return allCategories(db)
      }),

    remove: ({ id }) =>
      app.db.transaction().execute(async (db) => {
        if (!(await allCategories(db)).some((one) => one.id === id)) throw fail('NOT_FOUND')
        await removeCategory(db, id)
        return allCategories(db)
      }),

    arrange: ({ ids }) =>
      app.db.transaction().execute(async (db) => {
        const known = new Set((await allCategories(db)).map(({ id }) => id))
        if (ids.length !== known.size || new Set(ids).size !== ids.length || ids.some((id) => !known.has(id)))
          throw invalid('ids', '顺序里要有每一个分类，各一次', 'An order names every category once')
        await orderCategories(db, ids)
        return allCategories(db)
      }),
  })
}

/** Who belongs to guilds, what is announced there, and the shelves they stand on. */
export const guildPeopleRoutes = (app: App): void => {
  peopleRoutes(app)
  announcementRoutes(app)
  categoryRoutes(app)
}

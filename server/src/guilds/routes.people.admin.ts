import { fail } from '@tongchuang/contract/errors.ts'
import { categoriesAdmin } from '@tongchuang/contract/categories.admin.ts'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { holdMayTeach, lockAdmins } from '../accounts/staff-store.ts'
import { setPassword } from '../accounts/store.ts'
import type { App } from '../app-services.ts'
import type { Db } from '../db/schema.ts'
import { iso } from '../db/time.ts'
import { faceFor } from '../files/cards.ts'
import { implement, type Handler } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import { levelOf } from '../ledger/rules.ts'
import { closeAbout, notify } from '../messages/store.ts'
import { allCategories, changeCategory, insertCategory, orderCategories, removeCategory } from './notices-store.ts'
import {
  dropStaff,
  findPeople,
  isLastTeacher,
  listMembers,
  listStaffOf,
  putStaff,
  removeMembers,
  type Switches,
} from './people-store.ts'
import { asLeader, mustBeStaff, mustLeadGuild } from './staff-access.ts'
import { inviteToGuild } from './invitations-store.ts'
import { actorOf, appointment, whoIsMeant } from './power-rules.ts'
import { takeUp } from './power-store.ts'
import { restoreMembers } from './restore.ts'
import { aboutJoining, categoryProblem } from './rules.ts'
import { guildName } from './store.ts'

const mostCategories = 200

const staffIn = async (app: App, guild_id: number, viewer: number) =>
  (await listStaffOf(app.db, guild_id)).map(({ since, role, ...person }) => ({
    ...person,
    avatar: faceFor(app, person, viewer),
    role: role === 'teacher' ? ('teacher' as const) : ('assistant' as const),
    since: iso(since),
  }))

/** A teacher gets the same refusal for somebody she has no way to know as for nobody at all. */
const nobody = (roles: readonly string[]) =>
  roles.includes('admin')
    ? invalid('who', '没有这个用户名或学号的账号', 'There is no account with this user name or number')
    : invalid(
        'who',
        '没有找到。可以填本公会成员，或已是老师、助教的账号',
        'Not found: name a member of this guild, or somebody who is staff already',
      )

type Part = { role: string; title: string } & Switches

const isSamePart = (one: Part, other: Part | undefined): boolean =>
  other !== undefined &&
  one.role === other.role &&
  one.title === other.title &&
  (['can_review', 'can_moderate', 'can_admit', 'can_see_grades'] as const).every(
    (name) => one[name] === Boolean(other[name]),
  )

/** A page of the present or former students of a guild, as this member of staff sees them. */
const membersOf =
  (app: App): Handler<typeof guildPeople.members> =>
  async ({ guild_id, status, keyword, sort, ...page }, caller) => {
    const { user_id } = caller
    await mustBeStaff(app.db, guild_id, user_id)
    const { levels } = await app.settings()
    const found = await listMembers(app.db, actorOf(caller), { guild_id, status, keyword, sort }, page)
    const list = found.list.map((member) => ({
      ...member,
      avatar: faceFor(app, member, user_id),
      student_no: member.student_no || null,
      experience: Number(member.experience),
      level: levelOf(Number(member.experience), levels),
      joined_at: iso(member.joined_at),
      last_login_at: iso(member.last_login_at),
    }))
    return { ...found, list }
  }

/** The people of a guild: its teachers and students. */
const peopleRoutes = (app: App): void => {
  implement(app, guildPeople, {
    staff: async ({ guild_id }, { user_id }) => {
      await mustBeStaff(app.db, guild_id, user_id)
      return staffIn(app, guild_id, user_id)
    },

    saveStaff: async ({ guild_id, who, role, title = '', seen, ...switches }, { user_id, roles, now }) => {
      await mustLeadGuild(app.db, guild_id, user_id)
      const actor = actorOf({ user_id, roles })
      const person = whoIsMeant(actor, await findPeople(app.db, who, guild_id))
      if (person === 'two')
        throw invalid(
          'who',
          '这是一个人的学号，又是另一个人的用户名。请写这个人的另一个：用户名或学号',
          'One person has this student number and another this user name: name the other of the two',
        )
      if (!person) throw nobody(roles)
      const way = appointment(actor, person)
      if (role === 'teacher' && !person.may_teach)
        throw invalid(
          'who',
          '这个账号不是教师，请管理员先授予教师身份',
          'This account is no teacher; an administrator grants that first',
        )
      await asLeader(app.db, guild_id, user_id, async (db) => {
        // An outdated page neither brings anybody back nor restores rights that were taken away meanwhile.
        const standing = seen && (await listStaffOf(db, guild_id)).find((one) => one.user_id === person.id)
        if (seen && !isSamePart(seen, standing)) throw fail('CHANGED')
        if (way === 'invited') {
          const asked = { guild_id, user_id: person.id, role, title, ...switches, invited_by: user_id, now }
          if (!(await inviteToGuild(db, asked))) throw fail('NOT_INVITED')
          return
        }
        if (role === 'assistant' && (await isLastTeacher(db, guild_id, person.id))) throw fail('LAST_TEACHER')
        if (role === 'teacher' && !(await holdMayTeach(db, person.id))) throw fail('CHANGED')
        await putStaff(db, app.events, { guild_id, user_id: person.id, role, title, ...switches, now })
        await closeAbout(db, aboutJoining(guild_id, person.id))
      })
      return staffIn(app, guild_id, user_id)
    },

    removeStaff: async ({ guild_id, user_id: other }, { user_id, now }) => {
      await asLeader(app.db, guild_id, user_id, async (db) => {
        if (await isLastTeacher(db, guild_id, other)) throw fail('LAST_TEACHER')
        if (!(await dropStaff(db, guild_id, other, now))) throw fail('NOT_FOUND')
      })
      return staffIn(app, guild_id, user_id)
    },

    members: membersOf(app),

    remove: async ({ guild_id, user_ids }, { user_id, now }) => {
      const removed = await asLeader(app.db, guild_id, user_id, async (db, guild) => {
        const people = await removeMembers(db, app.events, guild_id, user_ids)
        await notify(db, { user_id: people, type: 'notice', kind: 'guild.removed', data: { guild: guild.name }, now })
        return people
      })
      return { changed: removed.length }
    },

    restore: async ({ guild_id, user_ids }, { user_id, roles, now }) => {
      const { restored, invited } = await asLeader(app.db, guild_id, user_id, async (db) => {
        const people = await restoreMembers(db, app.events, {
          guild_id,
          user_ids,
          by: actorOf({ user_id, roles }),
          now,
        })
        const data = { guild: await guildName(db, guild_id), admitted: true }
        const link = paths.guild({ id: guild_id })
        await notify(db, { user_id: people.restored, type: 'notice', kind: 'join.answered', data, link, now })
        return people
      })
      return { changed: restored.length, invited: invited.length }
    },
  })
}

/** Calls for the categories of guilds. */
const categoryRoutes = (app: App): void => {
  /**
   * Administrators are handled one after the other, so that the number and the order of categories stay as they were
   * checked.
   */
  const deciding = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
    app.db.transaction().execute(async (db) => {
      await lockAdmins(db)
      return work(db)
    })

  implement(app, categoriesAdmin, {
    list: () => allCategories(app.db),

    save: ({ id, ...given }) =>
      deciding(async (db) => {
        const all = await allCategories(db)
        const before = all.find((one) => one.id === id)
        if (id !== undefined && !before) throw fail('NOT_FOUND')
        // Fields that are not sent keep their current value: another administrator may have changed it meanwhile.
        const { name, hue, pid = 0, description = '', visible = true } = { ...before, ...given }
        if (name === undefined) throw invalid('name', '分类要有名字', 'A category has a name')
        if (hue === undefined) throw invalid('hue', '请选一个颜色', 'Choose a colour')
        const problem = categoryProblem(all, { id, pid }, mostCategories)
        if (problem) throw invalid('pid', problem.zh, problem.en)
        const words = { pid, name, description, hue, visible }
        await (id === undefined ? insertCategory(db, words) : changeCategory(db, id, words))
        return allCategories(db)
      }),

    remove: ({ id }) =>
      deciding(async (db) => {
        if (!(await allCategories(db)).some((one) => one.id === id)) throw fail('NOT_FOUND')
        await removeCategory(db, id)
        return allCategories(db)
      }),

    arrange: ({ ids }) =>
      deciding(async (db) => {
        const known = new Set((await allCategories(db)).map(({ id }) => id))
        if (ids.length !== known.size || new Set(ids).size !== ids.length || ids.some((id) => !known.has(id)))
          throw invalid('ids', '顺序里要有每一个分类，各一次', 'An order names every category once')
        await orderCategories(db, ids)
        return allCategories(db)
      }),
  })
}

/** The members of guilds, and the categories of guilds. */
export const guildPeopleRoutes = (app: App): void => {
  app.events.on('account.matched', async (db, { user_id, is_first }) => {
    // A password that nobody had used yet is known to whoever made the account; the owner has another way to log in.
    if ((await takeUp(db, user_id, [])) && is_first) await setPassword(db, user_id, '')
  })

  peopleRoutes(app)
  categoryRoutes(app)
}

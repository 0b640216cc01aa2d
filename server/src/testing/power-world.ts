import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
import { guildClasses } from '@tongchuang/contract/guild-classes.admin.ts'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { guildsAdmin } from '@tongchuang/contract/guilds.admin.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { expect } from 'vitest'
import { aUser, sampleHash } from '../accounts/factory.ts'
import { findByConfirmedEmail, findByLogin, grantRoles } from '../accounts/store.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import type { School } from './test-app.ts'

/** A student, with a secret word that reveals a leak; `id` is 0 while the student has no account. */
export type Student = { id: number; username: string; no: string; secret: string }
/** A guild the teacher leads. */
export type Led = {
  id: number
  invite_code: string
  /** Members who joined by their own act or the school's: the teacher has power over these. */
  came: Set<number>
  /** Those of `came` whose account was made by the teacher's list, until the school names it. */
  made: Set<number>
  /** Who may be a member as a student: `came`, and those she removed and let back in. */
  may: Set<number>
  /** Who agreed to be staff, or was put there by an administrator. */
  posts: Set<number>
}
/** The model of powers, which the test keeps independently of the product. */
export type World = {
  teacher: number
  /** Her own address, which she writes into the lists. */
  mail: string
  admin: number
  /** A guild of another teacher. */
  elsewhere: number
  students: Student[]
  led: Led[]
  /** Students whose names she may know: they joined or asked to. */
  known: Set<number>
  lists: { own: number[]; admin: { id: number; guild: Led }[] }
}

let worlds = 0
/** Whether a student joined the teacher by their own act or the school's. */
export const mine = ({ led }: World, user_id: number): boolean => led.some(({ came }) => came.has(user_id))

/** A student whose number belongs to no account yet. */
const awaited = (at: number): Student => {
  const no = `w${worlds}n${at}`
  return { id: 0, username: no, no, secret: `暗语${worlds}号${at}` }
}

/**
 * The school itself names the owner of an account: the teacher’s list no longer gives her power over it, except in the
 * guild the school names.
 */
export const schoolNames = ({ led }: World, { id }: Student, named?: Led): void => {
  for (const guild of led) if (guild.made.delete(id) && guild !== named) guild.came.delete(id)
}

/**
 * A teacher with two guilds, five students in five different relations to her, two who have no account yet, and an
 * administrator.
 */
export const aWorld = async (db: School['app']['db']): Promise<World> => {
  worlds += 1
  const mail = `w${worlds}@school.cn`
  const [teacher, other, admin] = [
    await aUser(db, { roles: ['teacher'], email: mail, email_confirmed: true }),
    await aUser(db, { roles: ['teacher'] }),
    await aUser(db, { roles: ['admin'] }),
  ]
  const students: Student[] = []
  for (let at = 0; at < 5; at += 1) {
    const [no, secret] = [`w${worlds}n${at}`, `暗语${worlds}号${at}`]
    const user = await aUser(db, {
      student_no: no,
      real_name: secret,
      organization_name: `${secret}班`,
      introduction: `${secret}介绍`,
    })
    students.push({ id: user.id, username: user.username, no, secret })
  }
  // The second is in no guild at all.
  const [here, , gone, elsewhere, senior] = students as [Student, Student, Student, Student, Student]
  const led: Led[] = []
  for (const join_policy of ['open', 'approval'] as const) {
    const guild = await aGuild(db, { join_policy })
    await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
    led.push({ ...guild, came: new Set(), made: new Set(), may: new Set(), posts: new Set([teacher.id]) })
  }
  const others = await aGuild(db)
  await aMember(db, { guild_id: others.id, user_id: other.id, role: 'teacher' })
  await aMember(db, { guild_id: others.id, user_id: elsewhere.id })
  await aMember(db, { guild_id: others.id, user_id: senior.id, role: 'assistant' })
  await grantRoles(db, senior.id, ['assistant'])
  await aMember(db, { guild_id: led[0]!.id, user_id: here.id })
  await aMember(db, { guild_id: led[0]!.id, user_id: gone.id, status: 'left' })
  for (const set of [led[0]!.came, led[0]!.may]) set.add(here.id)
  return {
    teacher: teacher.id,
    mail,
    admin: admin.id,
    elsewhere: others.id,
    students: [...students, awaited(5), awaited(6)],
    led,
    known: new Set([here.id, gone.id]),
    lists: { own: [], admin: [] },
  }
}

/**
 * Updates the model: whose account was made or deleted, and who is out of a guild that her list put them in; restores
 * the secret words.
 */
export const follow = async (db: School['app']['db'], world: World): Promise<void> => {
  for (const student of world.students) {
    const there = await db
      .selectFrom('users')
      .select(['id', 'real_name'])
      .where('student_no', '=', student.no)
      .executeTakeFirst()
    if (!there)
      for (const { came, made, may, posts } of world.led)
        for (const set of [came, made, may, posts]) set.delete(student.id)
    student.id = there?.id ?? 0
    if (there && there.real_name !== student.secret)
      await db
        .updateTable('users')
        .set({ real_name: student.secret, organization_name: `${student.secret}班` })
        .where('id', '=', there.id)
        .execute()
  }
  for (const { id: guild_id, came, made, may } of world.led)
    for (const id of made) {
      const part = await db
        .selectFrom('guild_members')
        .select('status')
        .where('guild_id', '=', guild_id)
        .where('user_id', '=', id)
        .executeTakeFirst()
      if (part?.status === 'member') continue
      // She may let back in a student she removed; one who left with a list or otherwise has to rejoin on their own.
      for (const set of part?.status === 'removed' ? [came, made] : [came, made, may]) set.delete(id)
    }
}

type Fixture = { school: School }

/** Teachers, students and who joined whom by their own act, tracked independently of the product. */
export const powerWorld = (at: () => Fixture) => {
  const db = () => at().school.app.db
  /** The teacher has set somebody's password; their own is restored. */
  const gained = async (world: World, { id, username }: Pick<Student, 'id' | 'username'>): Promise<void> => {
    if (!mine(world, id)) throw new Error(`a password of ${username}, who never came to her`)
    await db()
      .updateTable('users')
      .set({ password_hash: await sampleHash(), must_change_password: false })
      .where('id', '=', id)
      .execute()
  }
  /**
   * Checks that every member of her guilds belongs there, and that no list she reads names a student she may not know.
   */
  const check = async (world: World): Promise<void> => {
    for (const guild of world.led) {
      const rows = await db()
        .selectFrom('guild_members')
        .select(['user_id', 'role'])
        .where('guild_id', '=', guild.id)
        .where('status', '=', 'member')
        .execute()
      for (const { user_id, role } of rows)
        if (!(role === 'student' ? guild.may : guild.posts).has(user_id))
          throw new Error(`${user_id} is ${role} in ${guild.id} and never agreed`)
    }
    // A new password is mailed to a confirmed address, which is also a log-in name: hers must open only her own
    // account.
    const opened = [await findByConfirmedEmail(db(), world.mail), await findByLogin(db(), world.mail)]
    if (opened.some((account) => account?.id !== world.teacher))
      throw new Error('her address opens an account of a student')
  }
  const look = async (world: World): Promise<void> => {
    const teacher = at().school.as(world.teacher, { audience: 'admin', role: 'teacher' })
    const pages: unknown[] = [
      await teacher(peopleAdmin.list, { limit: 100 }),
      await teacher(peopleAdmin.classes),
      await teacher(rosterAdmin.list, {}),
    ]
    for (const { id: guild_id } of world.led) {
      for (const status of ['member', 'left', 'removed'] as const)
        pages.push(await teacher(guildPeople.members, { guild_id, status }))
      for (const { secret, id } of world.students)
        if (id > 0 && !world.known.has(id))
          expect((await teacher(guildPeople.members, { guild_id, keyword: secret })).total).toBe(0)
      pages.push(
        await teacher(guildPeople.staff, { guild_id }),
        await teacher(guildsAdmin.joinRequests, { guild_id }),
        await teacher(gradesAdmin.grid, { guild_id }),
        await teacher(guildClasses.list, { guild_id }),
      )
    }
    for (const id of world.lists.own)
      pages.push(
        await teacher(rosterAdmin.get, { id }),
        await teacher(rosterAdmin.rows, { id }),
        await teacher(rosterAdmin.slips, { id }),
      )
    const seen = JSON.stringify(pages)
    for (const { id, secret } of world.students)
      if (id > 0 && !world.known.has(id) && seen.includes(secret)) throw new Error(`she reads ${secret}`)
    for (const student of world.students.filter(({ id }) => id > 0))
      await teacher(accountsAdmin.resetPassword, { user_id: student.id }).then(
        () => gained(world, student),
        (error: { reason?: string }) => expect(error.reason).toBe('NOT_FOUND'),
      )
  }
  return { db, gained, check, look }
}

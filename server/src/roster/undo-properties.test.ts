import { guildClasses } from '@tongchuang/contract/guild-classes.admin.ts'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { sameNames } from '../testing/guild-lists.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { walksOf } from '../testing/test-database.ts'

// Two teachers with a guild each and the school import the same few numbers and undo their lists. An undo takes back
// what its list did, and nothing caused by another act; the test tracks this independently of the product.

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())
const db = () => school.app.db

type TaughtGuild = { id: number; teacher: number }
type World = { guilds: [TaughtGuild, TaughtGuild]; admin: number; numbers: string[]; lists: Map<number, number[]> }

let worlds = 0
const aWorld = async (): Promise<World> => {
  worlds += 1
  const aTaughtGuild = async (): Promise<TaughtGuild> => {
    const [guild, teacher] = [await aGuild(db()), await aUser(db(), { roles: ['teacher'] })]
    await aMember(db(), { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
    return { id: guild.id, teacher: teacher.id }
  }
  const admin = await aUser(db(), { roles: ['admin'] })
  const numbers = [0, 1].map((at) => `u${worlds}n${at}`)
  return { guilds: [await aTaughtGuild(), await aTaughtGuild()], admin: admin.id, numbers, lists: new Map() }
}

/** The current rows for these numbers: each with its content and its owner. */
type Standing = Map<string, { looks: string; user_id: number }>

const standing = async ({ numbers, guilds }: World): Promise<Standing> => {
  const all: Standing = new Map()
  const people = await db()
    .selectFrom('users')
    .select(['id', 'student_no'])
    .where('student_no', 'in', numbers)
    .execute()
  for (const { id, student_no } of people) all.set(`account ${student_no}`, { looks: `${id}`, user_id: id })
  const here = guilds.map(({ id }) => id)
  const members = await db()
    .selectFrom('guild_members')
    .select(['guild_id', 'user_id', 'origin'])
    .where('guild_id', 'in', here)
    .where('role', '=', 'student')
    .where('status', '=', 'member')
    .execute()
  for (const { guild_id, user_id, origin } of members)
    all.set(`member ${guild_id} ${user_id}`, { looks: origin, user_id })
  const asked = await db()
    .selectFrom('guild_invitations')
    .select(['guild_id', 'user_id'])
    .where('guild_id', 'in', here)
    .where('status', '=', 'waiting')
    .execute()
  for (const { guild_id, user_id } of asked) all.set(`invitation ${guild_id} ${user_id}`, { looks: '', user_id })
  const done = await db().selectFrom('enrolments').select(['id', 'user_id']).where('guild_id', 'in', here).execute()
  for (const { id, user_id } of done) all.set(`enrolment ${id}`, { looks: '', user_id })
  for (const { id } of guilds) {
    const { member_count } = await db()
      .selectFrom('guilds')
      .select('member_count')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(member_count).toBe(members.filter(({ guild_id }) => guild_id === id).length)
  }
  return all
}

type Kind = 'list' | 'undo' | 'result' | 'remove' | 'let in' | 'class' | 'log in'
type Step = { kind: Kind; who: 0 | 1; where: 0 | 1; by: 'teacher' | 'school'; nowhere: boolean }
type Undo = (list: number, undo: () => Promise<void>) => Promise<void>

const mapping = { student_no: 0, real_name: 1, class_name: null, gender: null }

/** Does one step; returns the list that was applied or undone. A refusal is a valid answer. */
const take = async (world: World, { kind, who, where, by, nowhere }: Step, undoing: Undo): Promise<number | null> => {
  const [no, guild] = [world.numbers[who]!, world.guilds[where]]
  const admin = school.as(world.admin, { audience: 'admin', role: 'admin' })
  const teacher = school.as(guild.teacher, { audience: 'admin', role: 'teacher' })
  const [send, actor] = by === 'school' ? [admin, world.admin] : [teacher, guild.teacher]
  const guild_id = guild.id
  const student = await db().selectFrom('users').select('id').where('student_no', '=', no).executeTakeFirst()
  const user_ids = [student?.id ?? 0]
  const own = world.lists.get(actor) ?? []
  const steps: Record<Kind, () => Promise<unknown>> = {
    list: async () => {
      const goes = by === 'school' && nowhere ? {} : { guild_id }
      const { id } = await send(rosterAdmin.read, { ...goes, name: '名单', text: `学号,姓名\n${no},${actor}号` })
      await send(rosterAdmin.check, { id, has_header: true, mapping })
      await sameNames(send, id)
      await send(rosterAdmin.apply, { id, consent: true })
      world.lists.set(actor, [...own, id])
      await school.app.jobs.run('roster')
      return id
    },
    undo: async () => {
      const id = own.pop()
      if (id === undefined) return null
      await undoing(id, async () => {
        await send(rosterAdmin.undo, { id })
        await school.app.jobs.run('roster')
      })
      return id
    },
    result: async () => {
      const member = await db()
        .selectFrom('guild_members')
        .select('id')
        .where('guild_id', '=', guild_id)
        .where('user_id', 'in', user_ids)
        .where('status', '=', 'member')
        .executeTakeFirst()
      if (member) await anEnrolment(db(), await aTask(db(), { guild_id }), { user_id: user_ids[0]!, state: 'passed' })
    },
    remove: () => teacher(guildPeople.remove, { guild_id, user_ids }),
    'let in': () => send(guildPeople.restore, { guild_id, user_ids }),
    class: () => send(guildClasses.join, { guild_id, from_guild_id: world.guilds[1 - where]!.id }),
    'log in': () => db().updateTable('users').set({ last_login_at: 1 }).where('student_no', '=', no).execute(),
  }
  const done = await steps[kind]().catch((error: { reason?: string }) => {
    if (error.reason === undefined) throw error
    return null
  })
  return typeof done === 'number' ? done : null
}

const anyStep = fc.record<Step>({
  kind: fc.constantFrom('list', 'list', 'list', 'undo', 'undo', 'result', 'remove', 'let in', 'class', 'log in'),
  who: fc.constantFrom(0, 0, 1),
  where: fc.constantFrom(0, 1),
  by: fc.constantFrom('teacher', 'teacher', 'school'),
  nowhere: fc.boolean(),
})

const walk = (undoing: Undo) =>
  fc.asyncProperty(fc.array(anyStep, { minLength: 2, maxLength: 16, size: 'max' }), async (steps) => {
    const world = await aWorld()
    // The list that last changed each row; null for another act.
    const by = new Map<string, number | null>()
    let before = await standing(world)
    for (const step of steps) {
      const list = await take(world, step, undoing)
      const after = await standing(world)
      for (const [name, { looks, user_id }] of before) {
        if (step.kind !== 'undo' || after.get(name)?.looks === looks) continue
        if (by.get(name) !== list) throw new Error(`${name} went with a list that had not made it`)
        const others = [...before].filter(([, of]) => of.user_id === user_id).filter(([of]) => by.get(of) !== list)
        if (name.startsWith('account') && others.length > 0) throw new Error(`${name} went with ${others.join('; ')}`)
      }
      for (const [name, { looks }] of after) if (before.get(name)?.looks !== looks) by.set(name, list)
      before = after
    }
  })

const bounds = { endOnFailure: true, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false }

test(
  'whoever takes a list back takes away nothing that somebody else’s act has made',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      walk((_list, undo) => undo()),
      { numRuns: walksOf(40), ...bounds },
    )
  },
)

test('it is noticed where an account goes with all that others did', { timeout: 120_000 }, async () => {
  const asBefore: Undo = async (list, undo) => {
    await undo()
    const made = db().selectFrom('roster_rows').select('user_id').where('import_id', '=', list)
    await db()
      .deleteFrom('users')
      .where('last_login_at', 'is', null)
      .where('id', 'in', made.where('did', 'like', '%"made":true%'))
      .execute()
  }
  const { failed } = await fc.check(walk(asBefore), { numRuns: 300, ...bounds, interruptAfterTimeLimit: 60_000 })
  expect(failed).toBe(true)
})

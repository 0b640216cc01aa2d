import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { guildClasses } from '@tongchuang/contract/guild-classes.admin.ts'
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { guildsAdmin } from '@tongchuang/contract/guilds.admin.ts'
import { invitations } from '@tongchuang/contract/invitations.ts'
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sameNames } from '../testing/guild-lists.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { walksOf } from '../testing/test-database.ts'
import { askedOnSqlite } from '../testing/where-possible.ts'
import { aWorld, follow, mine, powerWorld, schoolNames, type Led, type World } from '../testing/power-world.ts'
import { oldPowers, switches, type Planted } from '../testing/old-powers.ts'

// Whatever a teacher does, with whatever students and an administrator do between it, she comes to power only over
// people who came to her by their own act or the school's, or whose accounts her list made and the school has not
// named. Who that is the test keeps by itself, from what people did and not from what the product says of it.

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())
const mapping = { student_no: 0, real_name: 1, class_name: null, gender: null, email: 2 }

type Step = { kind: string; who: number; where: number }
/** Steps possible for a number without an account. */
const ofNobody = new Set(['list', 'repaired list', 'undo', 'the school lists', 'the school lists elsewhere'])

const statusesIn = async ({ id }: Led) => {
  const rows = await db().selectFrom('guild_members').select(['user_id', 'status']).where('guild_id', '=', id).execute()
  return new Map(rows.map(({ user_id, status }) => [user_id, status]))
}
const statusIn = async (guild: Led, user_id: number) => (await statusesIn(guild)).get(user_id)

/** Does one step and records who joined rightfully; a refusal is a valid answer. */
const take = async (world: World, { kind, who, where }: Step, planted: Planted): Promise<void> => {
  const student = world.students[who % world.students.length]!
  const guild = world.led[where % world.led.length]!
  const [guild_id, user_id] = [guild.id, student.id]
  const teacher = school.as(world.teacher, { audience: 'admin', role: 'teacher' })
  const admin = school.as(world.admin, { audience: 'admin', role: 'admin' })
  const self = school.as(user_id)
  if (user_id === 0 && !ofNobody.has(kind)) return
  const before = await statusIn(guild, user_id)
  const comes = (id = user_id) => {
    for (const set of [guild.came, guild.may, world.known]) set.add(id)
  }
  const goes = (id = user_id) => {
    for (const set of [guild.came, guild.made, guild.may, guild.posts]) set.delete(id)
  }
  const idNow = async () =>
    (await db().selectFrom('users').select('id').where('student_no', '=', student.no).executeTakeFirst())?.id ?? 0
  const listed = async (
    send: School['send'],
    { repaired = false, goes = { guild_id } }: { repaired?: boolean; goes?: { guild_id?: number } } = {},
  ): Promise<number> => {
    const text = `学号,姓名,邮箱\n${student.no}${repaired ? '写错' : ''},名单上的,${world.mail}`
    const { id } = await send(rosterAdmin.read, { ...goes, name: '名单', text })
    const first = await send(rosterAdmin.check, { id, has_header: true, mapping })
    const checked = repaired ? await send(rosterAdmin.repair, { id, line: 2, student_no: student.no }) : first
    await send(rosterAdmin.rows, { id })
    await sameNames(send, id)
    await send(rosterAdmin.apply, { id, consent: true })
    await school.app.jobs.run('roster')
    expect(checked.counts?.bad === 0 || send !== teacher || mine(world, user_id)).toBe(true)
    return id
  }
  const listsOwn = async (how: { repaired?: boolean } = {}) => {
    world.lists.own.push(await listed(teacher, how))
    if (user_id !== 0) return
    const id = await idNow()
    comes(id)
    guild.made.add(id)
  }
  /** Students of a class who asked to join are admitted; the school adds the others too. */
  const classComes = async (send: School['send'], which: { from_guild_id: number } | { class_name: string }) => {
    const were = await statusesIn(guild)
    await send(guildClasses.join, { guild_id, ...which })
    for (const [id, status] of await statusesIn(guild))
      if (status === 'member' && were.get(id) !== 'member' && (send === admin || were.get(id) === 'pending')) comes(id)
  }
  const steps: Record<string, () => Promise<unknown>> = {
    restore: () => teacher(guildPeople.restore, { guild_id, user_ids: [user_id] }),
    assistant: () => teacher(guildPeople.saveStaff, { guild_id, who: student.no, role: 'assistant', ...switches }),
    'co-teacher': () =>
      teacher(guildPeople.saveStaff, { guild_id, who: student.username, role: 'teacher', ...switches }),
    dismiss: () => teacher(guildPeople.removeStaff, { guild_id, user_id }).then(() => goes()),
    remove: () => teacher(guildPeople.remove, { guild_id, user_ids: [user_id] }).then(() => guild.came.delete(user_id)),
    list: () => listsOwn(),
    'repaired list': () => listsOwn({ repaired: true }),
    class: () => classComes(teacher, { from_guild_id: world.led[who % world.led.length]!.id }),
    'class by name': () => classComes(teacher, { class_name: `${student.secret}班` }),
    undo: async () => {
      await teacher(rosterAdmin.undo, { id: world.lists.own.pop() ?? 0 })
      await school.app.jobs.run('roster')
    },
    admit: async () => {
      await teacher(guildsAdmin.answerJoin, { guild_id, user_ids: [user_id], admit: true })
      if (before === 'pending' && (await statusIn(guild, user_id)) === 'member') comes()
    },
    copy: async () => {
      if (world.led.length > 3) return
      const made = await teacher(termsAdmin.copyGuild, { guild_id, name: '下学期', days: 7, with_members: true })
      const { invite_code } = await teacher(guildSettings.detail, { guild_id: made.guild_id })
      const inside = await db()
        .selectFrom('guild_members')
        .select('user_id')
        .where('guild_id', '=', made.guild_id)
        .where('role', '=', 'student')
        .execute()
      const may = new Set(inside.map((row) => row.user_id).filter((id) => guild.may.has(id)))
      world.led.push({
        id: made.guild_id,
        invite_code,
        came: new Set([...may].filter((id) => guild.came.has(id))),
        made: new Set([...may].filter((id) => guild.made.has(id))),
        may,
        posts: new Set(guild.posts),
      })
    },
    create: async () => {
      if (world.led.length > 3) return
      const made = await teacher(guildSettings.create, {
        name: '新公会',
        hue: 'art',
        glyph: '新',
        join_policy: 'closed',
      })
      world.led.push({
        id: made.id,
        invite_code: made.invite_code,
        came: new Set(),
        made: new Set(),
        may: new Set(),
        posts: new Set([world.teacher]),
      })
    },
    touch: async () => {
      for (const call of [
        () => teacher(peopleAdmin.setDisabled, { user_id, disabled: true }),
        () => teacher(peopleAdmin.correct, { user_id, real_name: '改了' }),
        () => teacher(peopleAdmin.merge, { from_id: user_id, into_id: world.students[0]!.id }),
      ])
        await expect(call()).rejects.toMatchObject({ reason: 'ROLE' })
    },
    reset: () => teacher(accountsAdmin.resetPassword, { user_id }).then(() => gained(world, student)),
    // A number confirmed for a student is one of their log-in names, and a code sent there sets a password.
    mobile: () =>
      teacher(accountsAdmin.confirmMobile, { user_id, mobile: `139${String(user_id).padStart(8, '0')}` }).then(() =>
        gained(world, student),
      ),
    'new slips': async () => {
      const { id } = await teacher(peopleAdmin.newSlips, { user_ids: [user_id] })
      const { list } = await teacher(rosterAdmin.slips, { id })
      for (const slip of list) {
        const owner = world.students.find(({ username }) => username === slip.username)
        if (owner) await gained(world, owner)
      }
    },
    join: async () => {
      if ((await self(guilds.join, { guild_id, code: guild.invite_code })).status === 'member' && before !== undefined)
        comes()
      else if ((await statusIn(guild, user_id)) === 'member') comes()
    },
    ask: async () => {
      const { status } = await self(guilds.join, { guild_id })
      world.known.add(user_id)
      if (status === 'member') comes()
    },
    leave: () => self(guilds.leave, { guild_id }).then(() => goes()),
    accept: async () => {
      const [asked] = (await self(invitations.own)).filter((one) => one.guild_id === guild_id)
      if (!asked) return
      await self(invitations.answer, { id: asked.id, accept: true })
      if (asked.role === 'student') return comes()
      goes()
      guild.posts.add(user_id)
    },
    decline: async () => {
      const [asked] = (await self(invitations.own)).filter((one) => one.guild_id === guild_id)
      if (asked) await self(invitations.answer, { id: asked.id, accept: false })
    },
    'the school lists': async () => {
      world.lists.admin.push({ id: await listed(admin), guild })
      schoolNames(world, student, guild)
      const id = await idNow()
      if (before !== 'member' && (await statusIn(guild, id)) === 'member') comes(id)
    },
    'the school lists elsewhere': async () => {
      await listed(admin, { goes: where === 0 ? { guild_id: world.elsewhere } : {} })
      schoolNames(world, student)
    },
    'the school’s log-in knows': async () => {
      await school.app.events.publish(db(), 'account.matched', { user_id, is_first: false })
      await school.app.events.drain()
      schoolNames(world, student)
    },
    'the school brings a class': () => classComes(admin, { class_name: `${student.secret}班` }),
    'the school undoes': async () => {
      const last = world.lists.admin.pop()
      await admin(rosterAdmin.undo, { id: last?.id ?? 0 })
      await school.app.jobs.run('roster')
      for (const { id } of world.students)
        if (last && (await statusIn(last.guild, id)) === 'left')
          for (const set of [last.guild.came, last.guild.may]) set.delete(id)
    },
    'the school lets in': async () => {
      await admin(guildPeople.restore, { guild_id, user_ids: [user_id] })
      if (before === 'removed') comes()
    },
    'the school appoints': async () => {
      await admin(guildPeople.saveStaff, { guild_id, who: student.no, role: 'assistant', ...switches })
      goes()
      guild.posts.add(user_id)
    },
  }
  const way = planted[kind]
  const refused = await (way ? way(world, student, guild) : steps[kind]!()).then(
    () => null,
    (error: unknown) => error,
  )
  if (refused !== null && !(refused as { reason?: string }).reason) throw refused
  // When a correction by a list of the guild’s staff is undone, the planted words that reveal a leak remain.
  const said = await db().selectFrom('users').select('real_name').where('id', '=', user_id).executeTakeFirst()
  if (said && said.real_name !== student.secret)
    expect(kind.startsWith('the school') || mine(world, user_id)).toBe(true)
  await follow(db(), world)
}

const often = ['restore', 'remove', 'assistant', 'dismiss', 'list', 'join', 'leave', 'accept', 'reset', 'new slips']
const seldom = ['co-teacher', 'undo', 'admit', 'ask', 'copy', 'create', 'touch', 'decline', 'mobile', 'repaired list']
const kinds = [...often, ...often, ...seldom, 'class', 'class by name']
const ofTheSchool = [
  'the school lists',
  'the school lists elsewhere',
  'the school’s log-in knows',
  'the school undoes',
  'the school lets in',
  'the school appoints',
  'the school brings a class',
]
const anyStep = fc.record<Step>({
  kind: fc.constantFrom(...kinds, ...ofTheSchool),
  who: fc.nat(6),
  where: fc.constantFrom(0, 0, 0, 1, 2, 3),
})
// Steps for finding a planted fault: few calls and few users in one place, so that a walk reaches it soon.
const nearStep = (some: readonly string[], who: readonly number[]) =>
  fc.record<Step>({
    kind: fc.constantFrom(...some, 'remove', 'restore', 'leave', 'join', 'list', 'reset'),
    who: fc.constantFrom(...who),
    where: fc.constant(0),
  })

const walk = (planted: Planted, step = anyStep) =>
  fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30, size: 'max' }), async (steps) => {
    const world = await aWorld(db())
    for (const one of steps) {
      await take(world, one, planted)
      await check(world)
    }
    await look(world)
  })

const long = { timeout: 120_000 }
// A slow machine takes fewer walks, and each walk is whole.
const bounds = (interruptAfterTimeLimit: number) => ({
  endOnFailure: true,
  interruptAfterTimeLimit,
  markInterruptAsFailure: false,
})

const { db, gained, check, look } = powerWorld(() => ({ school }))

const { old } = oldPowers(() => ({ school, gained }))

test('no sequence of calls gives a teacher power over anybody who did not come to her', long, async () => {
  await fc.assert(walk({}), { numRuns: walksOf(25), ...bounds(20_000) })
})

test('no calls give a teacher power over students of her list once the school has named them', long, async () => {
  const named = ['the school lists', 'the school lists elsewhere', 'the school’s log-in knows', 'undo', 'copy']
  await fc.assert(walk({}, nearStep(named, [5, 5, 0])), { numRuns: walksOf(15), ...bounds(15_000) })
})

// What the walks notice is the same on both.
test.for(Object.keys(old))('it is noticed where %s', long, async (name, { skip }) => {
  if (askedOnSqlite !== null) return skip(askedOnSqlite)
  const { failed } = await fc.check(walk(old[name]!, nearStep(Object.keys(old[name]!), [0, 2, 5])), {
    numRuns: 300,
    ...bounds(60_000),
  })
  expect(failed).toBe(true)
})

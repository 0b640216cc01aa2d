import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { gradesAdmin } from '@tongchuang/contract/grades.admin.ts'
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
import { aUser, sampleHash } from '../accounts/factory.ts'
import { findByConfirmedEmail, findByLogin, grantRoles } from '../accounts/store.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { putStaff } from '../guilds/people-store.ts'
import { admitMember } from '../guilds/store.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { testDialect, walksOf } from '../testing/test-database.ts'

// Whatever a teacher does, with whatever students and an administrator do between it, she comes to power only over people who
// came to her by their own act or the school's. Who that is the test keeps by itself, from what people did and not from what
// the product says of it.

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())
const db = () => school.app.db

const switches = { can_review: true, can_moderate: true, can_admit: true, can_see_grades: true }
const mapping = { student_no: 0, real_name: 1, class_name: null, gender: null, email: 2 }

type Student = { id: number; username: string; no: string; secret: string }
type Led = {
  id: number
  invite_code: string
  /** Who is in by an act of their own or of the school: over these she has power. */
  came: Set<number>
  /** Who may be in as a student: these, and whom she removed and let back in. */
  may: Set<number>
  /** Who agreed to be staff, or was put there by an administrator. */
  posts: Set<number>
}
type World = {
  teacher: number
  /** Her own address, which she writes into the lists. */
  mail: string
  admin: number
  students: Student[]
  led: Led[]
  /** Whose name she may know: they came to her or asked to. */
  known: Set<number>
  lists: { own: number[]; admin: { id: number; guild: Led }[] }
}

let worlds = 0

const aWorld = async (): Promise<World> => {
  worlds += 1
  const mail = `w${worlds}@school.cn`
  const [teacher, other, admin] = [
    await aUser(db(), { roles: ['teacher'], email: mail, email_confirmed: true }),
    await aUser(db(), { roles: ['teacher'] }),
    await aUser(db(), { roles: ['admin'] }),
  ]
  const students: Student[] = []
  for (let at = 0; at < 5; at += 1) {
    const [no, secret] = [`w${worlds}n${at}`, `暗语${worlds}号${at}`]
    const user = await aUser(db(), {
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
    const guild = await aGuild(db(), { join_policy })
    await aMember(db(), { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
    led.push({ ...guild, came: new Set(), may: new Set(), posts: new Set([teacher.id]) })
  }
  const others = await aGuild(db())
  await aMember(db(), { guild_id: others.id, user_id: other.id, role: 'teacher' })
  await aMember(db(), { guild_id: others.id, user_id: elsewhere.id })
  await aMember(db(), { guild_id: others.id, user_id: senior.id, role: 'assistant' })
  await grantRoles(db(), senior.id, ['assistant'])
  await aMember(db(), { guild_id: led[0]!.id, user_id: here.id })
  await aMember(db(), { guild_id: led[0]!.id, user_id: gone.id, status: 'left' })
  for (const set of [led[0]!.came, led[0]!.may]) set.add(here.id)
  return {
    teacher: teacher.id,
    mail,
    admin: admin.id,
    students,
    led,
    known: new Set([here.id, gone.id]),
    lists: { own: [], admin: [] },
  }
}

type Step = { kind: string; who: number; where: number }

/** Ways in which the product once gave a teacher more: in the place of its calls, with the store as it is. */
type Planted = Readonly<Record<string, (world: World, student: Student, guild: Led) => Promise<unknown>>>

const statusIn = async (guild: Led, user_id: number) =>
  (
    await db()
      .selectFrom('guild_members')
      .select('status')
      .where('guild_id', '=', guild.id)
      .where('user_id', '=', user_id)
      .executeTakeFirst()
  )?.status

/** Does one step and writes down who has come by right; a refusal is an answer too. */
const take = async (world: World, { kind, who, where }: Step, planted: Planted): Promise<void> => {
  const student = world.students[who % world.students.length]!
  const guild = world.led[where % world.led.length]!
  const [guild_id, user_id] = [guild.id, student.id]
  const teacher = school.as(world.teacher, { audience: 'admin', role: 'teacher' })
  const admin = school.as(world.admin, { audience: 'admin', role: 'admin' })
  const self = school.as(user_id)
  const before = await statusIn(guild, user_id)
  const comes = (id = user_id) => {
    for (const set of [guild.came, guild.may, world.known]) set.add(id)
  }
  const goes = (id = user_id) => {
    for (const set of [guild.came, guild.may, guild.posts]) set.delete(id)
  }
  const listed = async (send: School['send']): Promise<number> => {
    const text = `学号,姓名,邮箱\n${student.no},名单上的,${world.mail}`
    const { id } = await send(rosterAdmin.read, { guild_id, name: '名单', text })
    const checked = await send(rosterAdmin.check, { id, has_header: true, mapping })
    await send(rosterAdmin.rows, { id })
    await send(rosterAdmin.apply, { id, consent: true })
    await school.app.jobs.run('roster')
    expect(checked.counts?.bad === 0 || send !== teacher || mine(world, user_id)).toBe(true)
    return id
  }
  const steps: Record<string, () => Promise<unknown>> = {
    restore: () => teacher(guildPeople.restore, { guild_id, user_ids: [user_id] }),
    assistant: () => teacher(guildPeople.saveStaff, { guild_id, who: student.no, role: 'assistant', ...switches }),
    'co-teacher': () =>
      teacher(guildPeople.saveStaff, { guild_id, who: student.username, role: 'teacher', ...switches }),
    dismiss: () => teacher(guildPeople.removeStaff, { guild_id, user_id }).then(() => goes()),
    remove: () => teacher(guildPeople.remove, { guild_id, user_ids: [user_id] }).then(() => guild.came.delete(user_id)),
    list: async () => world.lists.own.push(await listed(teacher)),
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
      if (before !== 'member' && (await statusIn(guild, user_id)) === 'member') comes()
    },
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
  // What a list of somebody in charge corrected is put back: the words stay what gives a leak away.
  const { real_name } = await db()
    .selectFrom('users')
    .select('real_name')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  if (real_name !== student.secret) {
    expect(kind === 'the school lists' || mine(world, user_id)).toBe(true)
    await db().updateTable('users').set({ real_name: student.secret }).where('id', '=', user_id).execute()
  }
}

const mine = ({ led }: World, user_id: number): boolean => led.some(({ came }) => came.has(user_id))

/** She has given somebody a password; they get their own back. */
const gained = async (world: World, { id, username }: Pick<Student, 'id' | 'username'>): Promise<void> => {
  if (!mine(world, id)) throw new Error(`a password of ${username}, who never came to her`)
  await db()
    .updateTable('users')
    .set({ password_hash: await sampleHash(), must_change_password: false })
    .where('id', '=', id)
    .execute()
}

/** Nobody is in a guild of hers who did not come there, and no list she reads names anybody she may not know. */
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
  // A new password is mailed to whoever has confirmed an address, and it is a log-in name: hers opens nothing but her own account.
  const opened = [await findByConfirmedEmail(db(), world.mail), await findByLogin(db(), world.mail)]
  if (opened.some((account) => account?.id !== world.teacher))
    throw new Error('her address opens an account of a student')
}

const look = async (world: World): Promise<void> => {
  const teacher = school.as(world.teacher, { audience: 'admin', role: 'teacher' })
  const pages: unknown[] = [await teacher(peopleAdmin.list, { limit: 100 }), await teacher(rosterAdmin.list, {})]
  for (const { id: guild_id } of world.led) {
    for (const status of ['member', 'left', 'removed'] as const)
      pages.push(await teacher(guildPeople.members, { guild_id, status }))
    for (const { secret, id } of world.students)
      if (!world.known.has(id))
        expect((await teacher(guildPeople.members, { guild_id, keyword: secret })).total).toBe(0)
    pages.push(
      await teacher(guildPeople.staff, { guild_id }),
      await teacher(guildsAdmin.joinRequests, { guild_id }),
      await teacher(gradesAdmin.grid, { guild_id }),
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
    if (!world.known.has(id) && seen.includes(secret)) throw new Error(`she reads ${secret}`)
  for (const student of world.students)
    await teacher(accountsAdmin.resetPassword, { user_id: student.id }).then(
      () => gained(world, student),
      (error: { reason?: string }) => expect(error.reason).toBe('NOT_FOUND'),
    )
}

const often = ['restore', 'remove', 'assistant', 'dismiss', 'list', 'join', 'leave', 'accept', 'reset', 'new slips']
const kinds = [...often, ...often, 'co-teacher', 'undo', 'admit', 'ask', 'copy', 'create', 'touch', 'decline']
const ofTheSchool = ['the school lists', 'the school undoes', 'the school lets in', 'the school appoints']
const anyStep = fc.record<Step>({
  kind: fc.constantFrom(...kinds, ...ofTheSchool),
  who: fc.nat(4),
  where: fc.constantFrom(0, 0, 0, 1, 2, 3),
})
// What a fault is looked for with: few calls and few people in one place, so that a walk soon comes by it.
const nearStep = (planted: Planted) =>
  fc.record<Step>({
    kind: fc.constantFrom(...Object.keys(planted), 'remove', 'restore', 'leave', 'join'),
    who: fc.constantFrom(0, 2),
    where: fc.constant(0),
  })

const walk = (planted: Planted, step = anyStep) =>
  fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30, size: 'max' }), async (steps) => {
    const world = await aWorld()
    for (const one of steps) {
      await take(world, one, planted)
      await check(world)
    }
    await look(world)
  })

// A slow machine takes fewer walks, and each walk is whole.
const bounds = (interruptAfterTimeLimit: number) => ({
  endOnFailure: true,
  interruptAfterTimeLimit,
  markInterruptAsFailure: false,
})

test(
  'no sequence of calls gives a teacher power over anybody who did not come to her',
  { timeout: 120_000 },
  async () => {
    await fc.assert(walk({}), { numRuns: walksOf(25), ...bounds(20_000) })
  },
)

const inside = <T>(work: (inner: School['app']['db']) => Promise<T>): Promise<T> => db().transaction().execute(work)
const now = () => school.clock.now()

const old: Readonly<Record<string, Planted>> = {
  'whoever was a member once is let back in': {
    restore: (_world, { id: user_id }, { id: guild_id }) =>
      inside(async (inner) => {
        const was = await inner
          .selectFrom('guild_members')
          .select('joined_at')
          .where('guild_id', '=', guild_id)
          .where('user_id', '=', user_id)
          .executeTakeFirst()
        if (was && was.joined_at !== null)
          await admitMember(inner, school.app.events, { guild_id, user_id, origin: 'staff', now: now() })
      }),
  },
  'anybody of the school is made an assistant': {
    assistant: (_world, { id: user_id }, { id: guild_id }) =>
      inside((inner) =>
        putStaff(inner, school.app.events, {
          guild_id,
          user_id,
          role: 'assistant',
          title: '',
          ...switches,
          now: now(),
        }),
      ),
  },
  'a list takes in whoever is in no guild': {
    list: (_world, { id: user_id }, { id: guild_id }) =>
      inside(async (inner) => {
        const other = await inner
          .selectFrom('guild_members')
          .select('id')
          .where('user_id', '=', user_id)
          .where('status', '=', 'member')
          .executeTakeFirst()
        if (!other) await admitMember(inner, school.app.events, { guild_id, user_id, origin: 'staff', now: now() })
      }),
  },
  'an address in a list counts as confirmed': {
    list: async (world, { id }) => {
      // As it was written down with nobody's word for it; hers gives way, for an address is one person's.
      await db().updateTable('users').set({ email_confirmed: false }).where('id', '=', world.teacher).execute()
      const typed = { email: world.mail, email_key: world.mail, email_confirmed: true, email_given: false }
      await db().updateTable('users').set(typed).where('id', '=', id).execute()
    },
  },
  'any membership gives the password away': {
    reset: async (world, student) => {
      const taught = await db()
        .selectFrom('guild_members as taught')
        .innerJoin('guild_members as teacher', 'teacher.guild_id', 'taught.guild_id')
        .select('taught.id')
        .where('taught.user_id', '=', student.id)
        .where('taught.status', '=', 'member')
        .where('taught.role', '=', 'student')
        .where('teacher.user_id', '=', world.teacher)
        .where('teacher.role', '=', 'teacher')
        .executeTakeFirst()
      if (taught) await gained(world, student)
    },
  },
}

// What the walks notice is the same on both.
test.runIf(testDialect === 'sqlite').each(Object.keys(old))(
  'it is noticed where %s',
  { timeout: 120_000 },
  async (name) => {
    const { failed } = await fc.check(walk(old[name]!, nearStep(old[name]!)), { numRuns: 300, ...bounds(60_000) })
    expect(failed).toBe(true)
  },
)

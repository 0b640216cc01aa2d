import type { Insertable } from 'kysely'
import type { App } from '../app-services.ts'
import { sampleHash } from '../accounts/factory.ts'
import { pinyinOf } from '../db/pinyin.ts'
import type { Db, Schema } from '../db/schema.ts'
import { newInviteCode } from '../guilds/invite-code.ts'
import { notePublishedPassword, samplePassword } from '../sample-password.ts'
import { renderMarkdown } from '../workers/tasks/markdown.ts'
import { chanceFrom, type Chance } from './chance.ts'
import { categories } from './guilds.ts'
import { insertMany } from './insert-many.ts'
import { openLedger } from './ledger.ts'
import { momentOf, planOf, type Clock } from './plan.ts'
import { anyWork, comments } from './works.ts'
import { writeWork } from './write-work.ts'

export type LargeSize = { guilds: number; students: number; tasksPerGuild: number; membersPerGuild: number }

/** A school of district size, for measurements. It has about 400,000 submissions. */
export const largeSize: LargeSize = { guilds: 300, students: 20_000, tasksPerGuild: 10, membersPerGuild: 268 }

const DAY = 24 * 3_600_000

/**
 * Adds 300 guilds, 20,000 students, 3,000 tasks and about 400,000 submissions to the sample school, in one transaction.
 * Returns false where they exist already; `onGuild` is called after every guild, because loading takes minutes. People
 * are called p00001 … and share one password.
 */
export const loadLarge = async (
  app: App,
  size = largeSize,
  {
    password = samplePassword,
    onGuild = () => {},
  }: { password?: string; onGuild?: (made: number, of: number) => void } = {},
): Promise<boolean> => {
  if (await app.db.selectFrom('users').select('id').where('username_key', '=', 'p00001').executeTakeFirst())
    return false
  const { timezone: zone, levels } = await app.settings()
  const password_hash = await sampleHash(password)
  const clock = { now: app.clock(), zone }
  await app.db.transaction().execute(async (db) => {
    await app.database.unhurried(db)
    if (password === samplePassword) await notePublishedPassword(db)
    const teacher = await db
      .selectFrom('users')
      .select('id')
      .where('username_key', '=', 'teacher')
      .executeTakeFirstOrThrow()
    const students = await addStudents(db, size, password_hash, clock)
    const chance = chanceFrom(7)
    const ledger = openLedger(zone)
    const category_ids = (await db.selectFrom('guild_categories').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    )
    for (let index = 0; index < size.guilds; index += 1) {
      const members = membersOf(students, size, index)
      const tasks = await addGuild(db, {
        index,
        count: size.tasksPerGuild,
        members,
        teacher_id: teacher.id,
        category_ids,
        chance,
        clock,
      })
      const plans = tasks.flatMap((task) =>
        members.map((user_id) => planOf(task, user_id, chance, clock)).filter((plan) => plan !== null),
      )
      await writeWork(db, plans, {
        chance,
        reviewer: { id: teacher.id, role: 'teacher' },
        textsOf: () => anyWork,
        comments,
        ledger,
      })
      // Guild by guild: the ledger of a district does not fit into memory at once.
      await ledger.write(db)
      onGuild(index + 1, size.guilds)
    }
    await ledger.writeTotals(db, levels)
    await app.database.refreshStatistics(db)
  })
  return true
}

const addStudents = async (db: Db, size: LargeSize, password_hash: string, { now }: Clock): Promise<number[]> => {
  const rows = Array.from({ length: size.students }, (_, index) => {
    const username = `p${String(index + 1).padStart(5, '0')}`
    return {
      username,
      username_key: username,
      nickname: `同学${index + 1}`,
      real_name: `同学${index + 1}`,
      password_hash,
      demo: true,
      created_at: now - 80 * DAY,
    }
  })
  const ids = await insertMany(rows, (some) =>
    db
      .insertInto('users')
      .values([...some])
      .returning('id')
      .execute(),
  )
  for (let at = 0; at < ids.length; at += 5_000) {
    const some = ids.slice(at, at + 5_000).map((user_id) => ({ user_id, role: 'student' as const }))
    await db.insertInto('user_roles').values(some).execute()
  }
  return ids
}

/** Each student is in about four guilds. */
const membersOf = (students: readonly number[], size: LargeSize, guild: number): number[] => {
  const start = Math.floor((guild * students.length) / size.guilds)
  return Array.from({ length: size.membersPerGuild }, (_, index) => students[(start + index) % students.length] ?? 0)
}

type Given = {
  index: number
  count: number
  members: readonly number[]
  teacher_id: number
  category_ids: readonly number[]
  chance: Chance
  clock: Clock
}

const addGuild = async (db: Db, { index, count, members, teacher_id, category_ids, chance, clock }: Given) => {
  const { now } = clock
  const name = `第${index + 1}公会`
  const guild = await db
    .insertInto('guilds')
    .values({
      name,
      name_pinyin: await pinyinOf(name),
      category_id: category_ids[index % category_ids.length] ?? null,
      hue: categories[index % categories.length]?.hue ?? 'tech',
      glyph: 'flag',
      intro: '一个为了测量而存在的公会。',
      join_policy: 'open',
      invite_code: newInviteCode(),
      member_count: members.length,
      demo: true,
      created_at: now - 90 * DAY,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const plain = {
    guild_id: guild.id,
    status: 'member' as const,
    origin: 'own' as const,
    joined_at: now - 70 * DAY,
    created_at: now - 70 * DAY,
  }
  await db
    .insertInto('guild_members')
    .values({ ...plain, user_id: teacher_id, role: 'teacher' })
    .execute()
  await insertMany(members, (some) =>
    db
      .insertInto('guild_members')
      .values(some.map((user_id) => ({ ...plain, user_id, role: 'student' as const })))
      .returning('id')
      .execute(),
  )
  return db
    .insertInto('tasks')
    .values(Array.from({ length: count }, (_, task) => taskOf(guild.id, task, teacher_id, chance, clock)))
    .returningAll()
    .execute()
}

const types = ['main', 'side', 'main', 'event', 'side'] as const

/** Five tasks that are over and five that are open. */
const taskOf = (
  guild_id: number,
  index: number,
  created_by: number,
  chance: Chance,
  clock: Clock,
): Insertable<Schema['tasks']> => {
  const begin = -60 + index * 6
  const isOver = index < 5
  const content = `第${index + 1}次任务：把问题写清楚，再动手。`
  const open_at = momentOf([begin, '08:00'], clock)
  return {
    guild_id,
    sort_order: index,
    title: `任务${index + 1}`,
    summary: content,
    content,
    content_html: renderMarkdown(content),
    type: types[index % types.length] ?? 'side',
    difficulty: 1 + chance.below(5),
    points: 100,
    status: isOver ? 'closed' : 'open',
    open_at,
    due_at: momentOf([isOver ? begin + 7 : 3 + index, '22:00'], clock),
    close_at: momentOf([isOver ? begin + 9 : 5 + index, '22:00'], clock),
    created_by,
    demo: true,
    created_at: open_at,
    updated_at: open_at,
  }
}

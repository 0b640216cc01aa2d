import { sql } from 'kysely'
import type { App } from '../app-services.ts'
import { pinyinOf } from '../db/pinyin.ts'
import type { Db } from '../db/schema.ts'
import { sampleHash } from '../accounts/factory.ts'
import { createUser } from '../accounts/store.ts'
import { WrongSettings } from '../config.ts'
import { notePublishedPassword, samplePassword } from '../sample-password.ts'
import { chanceFrom } from './chance.ts'
import { addWaitingWork } from './waiting-work.ts'
import { addGallery } from './gallery.ts'
import { announcements, banners, categories, guilds, heroGuilds } from './guilds.ts'
import { addHeroWork } from './hero.ts'
import { openLedger, type SampleLedger } from './ledger.ts'
import { addInbox } from './inbox.ts'
import { renderMarkdown } from '../workers/tasks/markdown.ts'
import { staff, students } from './people.ts'
import { planOf, roundsOf, type Clock } from './plan.ts'
import { hasSample } from './has-sample.ts'
import { showRankings } from './sample-rankings.ts'
import type { LoadedGuild, LoadedTask } from './sample-types.ts'
import { addTasks } from './load-tasks.ts'
import { addFeedback, addTalk } from './talk.ts'
import { comments, textsOf } from './works.ts'
import { writeWork } from './write-work.ts'

const DAY = 24 * 3_600_000
/** Makes the school the same on every machine. */
const SEED = 20260901

export type HowToLoad = {
  /** Whether the sample administrator comes along. */
  admin?: boolean
  /** Runs in the same transaction, before anything of the sample. */
  first?: (db: Db) => Promise<void>
}

/**
 * Loads the sample school into a database without one, in one transaction; returns false where it exists already.
 * Everything is marked as sample, dates are relative to now in the school's zone, and chance is the same on every
 * machine.
 */
export const loadSample = async (
  app: App,
  password = samplePassword,
  { admin = true, first }: HowToLoad = {},
): Promise<boolean> => {
  if (await hasSample(app.db)) return false
  const [{ timezone: zone, levels }, hash] = [await app.settings(), await sampleHash(password)]
  const clock = { now: app.clock(), zone }
  await app.db.transaction().execute(async (db) => {
    await first?.(db)
    const people = await addPeople(db, hash, clock, admin)
    const loaded = await addGuilds(db, people, clock)
    const tasks = await addTasks(app, db, { guilds: loaded, author_id: people.staff.chen, clock })
    const ledger = openLedger(zone)
    await addActivity(db, { people, loaded, tasks, clock, ledger })
    await addGallery(app, db, { students: people.students, ledger }, SEED + 2)
    await ledger.write(db)
    await ledger.writeTotals(db, levels)
    await addInbox(db, { loaded, students: people.students, hero: people.students[0] ?? 0, clock })
    await addBanners(db)
    // A real school turns its rankings on deliberately; the sample turns them on to show them.
    await showRankings(db)
    if (password === samplePassword) await notePublishedPassword(db)
  })
  // The settings cached in this process are older than the load.
  await app.changeSettings({})
  return true
}

type People = { staff: Record<(typeof staff)[number]['key'], number>; students: number[] }

const addPeople = async (db: Db, password_hash: string, { now }: Clock, admin: boolean): Promise<People> => {
  const made = async (
    user: { username: string; nickname: string; [field: string]: unknown },
    role: (typeof staff)[number]['role'] | 'student',
  ): Promise<number> => {
    const account = await createUser(db, {
      ...user,
      password_hash,
      demo: true,
      created_at: now - 80 * DAY,
      roles: [role],
    })
    if (!account)
      throw new WrongSettings([
        {
          zh: `用户名${user.username}已有人用，什么也没有载入：演示学校要一个空的学校，请用DATA_DIR换一个空目录`,
          en: `The user name ${user.username} is taken, and nothing was loaded: the sample goes into an empty school, choose an empty folder with DATA_DIR`,
        },
      ])
    return account.id
  }
  const ids: [string, number][] = []
  for (const { key, username, nickname, role } of staff.filter(({ role }) => admin || role !== 'admin'))
    ids.push([key, await made({ username, nickname, real_name: nickname }, role)])
  const student_ids: number[] = []
  for (const student of students) student_ids.push(await made({ ...student, organization: '同窗中学' }, 'student'))
  return { staff: Object.fromEntries(ids) as People['staff'], students: student_ids }
}

const addGuilds = async (db: Db, people: People, { now }: Clock): Promise<LoadedGuild[]> => {
  const chance = chanceFrom(SEED)
  const category_ids = await addCategories(db)
  const loaded: LoadedGuild[] = []
  for (const [index, { category, teacher, assistant, members, chapters, ...guild }] of guilds.entries()) {
    const description = `${guild.intro}\n\n每周四下午活动，地点在一号楼。第一次来，带上好奇心就够了。`
    const { id } = await db
      .insertInto('guilds')
      .values({
        ...guild,
        name_pinyin: await pinyinOf(guild.name),
        category_id: category_ids[category] ?? null,
        hue: categories[category]?.hue ?? 'tech',
        description,
        description_html: renderMarkdown(description),
        member_count: members,
        demo: true,
        created_at: now - 90 * DAY,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const hero = heroGuilds.includes(index) ? people.students.slice(0, 1) : []
    const student_ids = [...hero, ...chance.shuffle(people.students.slice(1))].slice(0, members)
    const place = {
      id,
      teacher_id: people.staff[teacher],
      assistant_id: assistant ? people.staff[assistant] : null,
      members: student_ids,
    }
    await addMembers(db, place, now)
    loaded.push({ ...place, chapters: await addChapters(db, id, chapters) })
  }
  await addAnnouncements(db, loaded, now)
  return loaded
}

const addCategories = async (db: Db): Promise<number[]> => {
  const ids: number[] = []
  for (const category of categories)
    ids.push(
      (
        await db
          .insertInto('guild_categories')
          .values({ ...category, demo: true })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    )
  return ids
}

const addMembers = async (
  db: Db,
  { id, teacher_id, assistant_id, members }: Omit<LoadedGuild, 'chapters'>,
  now: number,
): Promise<void> => {
  // All rows of one statement must name the same columns: a missing column would become null, not its default.
  const plain = { title: '', can_review: false, can_moderate: false, can_admit: false, can_see_grades: false }
  const row = {
    guild_id: id,
    status: 'member' as const,
    origin: 'own' as const,
    joined_at: now - 70 * DAY,
    created_at: now - 70 * DAY,
    ...plain,
  }
  await db
    .insertInto('guild_members')
    .values([
      { ...row, user_id: teacher_id, role: 'teacher', title: '指导老师' },
      ...(assistant_id
        ? [
            {
              ...row,
              user_id: assistant_id,
              role: 'assistant' as const,
              title: '助教',
              can_review: true,
              can_moderate: true,
            },
          ]
        : []),
      ...members.map((user_id) => ({ ...row, user_id, role: 'student' as const })),
    ])
    .execute()
}

const addChapters = async (db: Db, guild_id: number, titles: readonly string[]): Promise<number[]> => {
  const ids: number[] = []
  for (const [sort_order, title] of titles.entries())
    ids.push(
      (
        await db
          .insertInto('chapters')
          .values({ guild_id, title, sort_order })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    )
  return ids
}

const addAnnouncements = async (db: Db, loaded: readonly LoadedGuild[], now: number): Promise<void> => {
  for (const { guild, title, content, days } of announcements) {
    const place = loaded[guild]
    if (!place) continue
    const written = {
      guild_id: place.id,
      author_id: place.teacher_id,
      title,
      content,
      content_html: renderMarkdown(content),
      created_at: now + days * DAY,
      published_at: now + days * DAY,
      demo: true,
    }
    await db.insertInto('announcements').values(written).execute()
  }
}

type Activity = { people: People; loaded: LoadedGuild[]; tasks: LoadedTask[]; clock: Clock; ledger: SampleLedger }

/** Writes everybody's activity: by hand for 林雨桐, by chance for the others. */
const addActivity = async (db: Db, { people, loaded, tasks, clock, ledger }: Activity): Promise<void> => {
  const chance = chanceFrom(SEED + 1)
  const hero = people.students[0] ?? 0
  const reviewerOf = (guild: LoadedGuild) => ({ id: guild.teacher_id, role: 'teacher' as const })
  for (const guild of loaded) {
    const here = tasks.filter(({ row }) => row.guild_id === guild.id)
    const others = guild.members.filter((id) => id !== hero)
    const plans = here.flatMap(({ row }) =>
      others.flatMap((user_id) =>
        row.type === 'daily'
          ? roundsOf(row, user_id, chance, clock)
          : [planOf(row, user_id, chance, clock)].filter((plan) => plan !== null),
      ),
    )
    const within = here.flatMap(({ row }) => {
      const taken = plans.filter(({ task }) => task.id === row.id)
      return row.capacity === null ? taken : taken.slice(0, row.capacity - 1)
    })
    await writeWork(db, within, { chance, reviewer: reviewerOf(guild), textsOf, comments, ledger })
  }
  const chen = people.staff.chen
  const led = loaded.filter(({ teacher_id }) => teacher_id === chen).map(({ id }) => id)
  await addWaitingWork(db, { id: chen, guild_ids: led }, { tasks, hero, clock })
  await addHeroWork(db, { hero, tasks, loaded, ledger, clock })
  await addTalk(db, { loaded, tasks, hero, chance: chanceFrom(SEED + 2), ledger, clock })
  await addFeedback(db, loaded, clock)
  await sql`update tasks set accepted_count = (select count(*) from enrolments where enrolments.task_id = tasks.id and round = 1 and state not in ('aborted', 'excused'))`.execute(
    db,
  )
}

const addBanners = async (db: Db): Promise<void> => {
  await db
    .insertInto('banners')
    .values(banners.map((banner) => ({ ...banner, demo: true })))
    .execute()
}

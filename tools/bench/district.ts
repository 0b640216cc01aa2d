/**
 * The waiting times of a teacher of five classes in a district of 300 guilds and 13,500 students, on SQLite and on
 * PostgreSQL: one task given to 20 guilds, the queue and the grid of all her classes, the missing submissions. The
 * second figure of a line is the worst of several calls. The jobs that scan the whole district are run twice: as after
 * a bulk load, before PostgreSQL has analyzed its rows, and afterwards.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Call } from '../../contract/src/call.ts'
import { gradesAdmin } from '../../contract/src/grades.admin.ts'
import { reviewSetsAdmin } from '../../contract/src/review-sets.admin.ts'
import { reviewToolsAdmin } from '../../contract/src/review-tools.admin.ts'
import { reviewsAdmin } from '../../contract/src/reviews.admin.ts'
import { taskListsAdmin } from '../../contract/src/task-lists.admin.ts'
import { taskSetsAdmin } from '../../contract/src/task-sets.admin.ts'
import { aUser } from '../../server/src/accounts/factory.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { openDatabase, type Database } from '../../server/src/db/open.ts'
import type { Db } from '../../server/src/db/schema.ts'
import { loadLarge, type LargeSize } from '../../server/src/demo/large.ts'
import { loadSample } from '../../server/src/demo/load.ts'
import { aGuild, aMember } from '../../server/src/guilds/factory.ts'
import { aRobot } from '../../server/src/guilds/robots/factory.ts'
import { samplePassword } from '../../server/src/sample-password.ts'
import { aSubmission } from '../../server/src/submissions/factory.ts'
import { anEnrolment, aTask } from '../../server/src/tasks/factory.ts'
import { testApp, type School } from '../../server/src/testing/test-app.ts'
import { startPostgres } from '../postgres/start.ts'
import { root } from '../sites.ts'

const size: LargeSize = { guilds: 300, students: 13_500, tasksPerGuild: 10, membersPerGuild: 45 }
const CLASSES = 5
const EACH = 45
const TASKS = 12
const SPREAD_TO = 20
const CALLS = 15

type Asked = { name: string; aim: number | null; times: number; work: (time: number) => Promise<unknown> }

const told = (name: string, aim: number | null, times: readonly number[]): boolean => {
  const sorted = times.toSorted((one, other) => one - other)
  const [middle = 0, worst = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  const isMet = aim === null || worst <= aim
  const cells = [middle, worst].map((ms) => `${ms.toFixed(0)} ms`.padStart(9)).join('')
  const verdict = aim === null ? '' : `  ≤ ${aim} ms ${isMet ? 'met' : 'MISSED'}`
  console.log(`  ${name.padEnd(52)}${cells}${verdict}`)
  return isMet
}

const measure = async ({ name, aim, times, work }: Asked): Promise<boolean> => {
  const took: number[] = []
  for (let time = 0; time < times; time += 1) {
    const began = performance.now()
    await work(time)
    took.push(performance.now() - began)
  }
  return told(name, aim, took)
}

/**
 * Five classes of one teacher with twelve tasks that all of them were given; their students are in another guild too.
 */
const fiveClasses = async (db: Db, teacher: { id: number }, now: number) => {
  const students = await db
    .selectFrom('users')
    .select('id')
    .where('username_key', 'like', 'p0%')
    .orderBy('id')
    .limit(CLASSES * EACH)
    .execute()
  const sets: number[] = []
  for (let at = 0; at < TASKS; at += 1) {
    const set = { owner_id: teacher.id, title: `第 ${at + 1} 次布置`, created_at: now }
    sets.push((await db.insertInto('task_sets').values(set).returning('id').executeTakeFirstOrThrow()).id)
  }
  for (let which = 0; which < CLASSES; which += 1) {
    const guild = await aGuild(db, { name: `高一（${which + 1}）班` })
    await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
    const mine = students.slice(which * EACH, (which + 1) * EACH)
    for (const { id } of mine) await aMember(db, { guild_id: guild.id, user_id: id })
    for (const [at, set_id] of sets.entries()) {
      const due_at = now + (at - 6) * 86_400_000 + 3_600_000
      const task = await aTask(db, { guild_id: guild.id, set_id, title: `第 ${at + 1} 次布置`, type: 'main', due_at })
      for (const [place, { id }] of mine.entries()) {
        const kind = (place + at) % 5
        if (kind === 4) continue
        const state = kind === 0 ? 'submitted' : kind === 3 ? 'doing' : 'passed'
        const row = await anEnrolment(db, task, { user_id: id, state })
        if (state === 'submitted') await aSubmission(db, row, { submitted_at: now - place * 60_000 })
      }
    }
  }
  return { set_id: sets[0] ?? 0 }
}

/** Twenty guilds of the district that a second teacher leads, with a robot in each of the first hundred. */
const twentyGuilds = async (db: Db, school: School, teacher: { id: number }) => {
  const guilds = await db.selectFrom('guilds').select('id').where('name', 'like', '第%公会').orderBy('id').execute()
  const led = guilds.slice(0, SPREAD_TO + 1).map(({ id }) => id)
  for (const guild_id of led) await aMember(db, { guild_id, user_id: teacher.id, role: 'teacher' })
  for (const { id: guild_id } of guilds.slice(0, 100)) await aRobot(db, school.app.config.secret, { guild_id })
  return led
}

/** A district in a database, with the two teachers. */
const fillDistrict = async (school: School) => {
  const { app, clock } = school
  await loadSample(app, samplePassword)
  await loadLarge(app, size)
  return app.db.transaction().execute(async (db) => {
    await app.database.unhurried(db)
    const chen = await aUser(db, { roles: ['teacher'], nickname: '陈立群' })
    const luo = await aUser(db, { roles: ['teacher'], nickname: '罗兰' })
    const { set_id } = await fiveClasses(db, chen, clock.now())
    return { chen, luo, set_id, led: await twentyGuilds(db, school, luo) }
  })
}

type District = Awaited<ReturnType<typeof fillDistrict>>

const callsOf = async (school: School, { chen, luo, set_id, led }: District): Promise<Asked[]> => {
  const token = await school.signIn(chen, { audience: 'admin', role: 'teacher' })
  const asked = async (call: Call, given: Record<string, unknown>) => {
    const query = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)]))
    const sent = call.method === 'GET' ? { query } : { payload: given }
    const answer = await school.inject({ ...sent, method: call.method, url: call.path, headers: { token } })
    if (!answer.body.startsWith('{"code":1,')) throw new Error(`${call.path}: ${answer.body.slice(0, 200)}`)
  }
  const [from = 0, ...to] = led
  const giver = school.as(luo, { audience: 'admin', role: 'teacher' })
  const drafts: number[] = []
  for (let at = 0; at < 5; at += 1)
    drafts.push((await aTask(school.app.db, { guild_id: from, title: `给全区 ${at}`, status: 'draft' })).id)
  return [
    {
      name: `one task to ${SPREAD_TO} guilds`,
      ...{ aim: 1_000, times: drafts.length },
      work: (time) => giver(taskSetsAdmin.spread, { id: drafts[time] ?? 0, guild_ids: to }),
    },
    {
      name: 'queue of all classes, a page',
      aim: 50,
      times: CALLS,
      work: () => asked(reviewsAdmin.queue, { limit: 50 }),
    },
    {
      name: 'queue of a set, a page',
      aim: 50,
      times: CALLS,
      work: () => asked(reviewsAdmin.queue, { set_id, limit: 50 }),
    },
    {
      name: 'grid of all classes, first 100',
      aim: 300,
      times: CALLS,
      work: () => asked(gradesAdmin.grid, { limit: 100 }),
    },
    {
      name: 'grid of all classes, all 225',
      aim: 300,
      times: CALLS,
      work: () => asked(gradesAdmin.grid, { limit: 500 }),
    },
    { name: 'grid of a set', aim: 300, times: CALLS, work: () => asked(gradesAdmin.grid, { set_id, limit: 500 }) },
    { name: 'tasks of all classes', aim: 300, times: CALLS, work: () => asked(taskListsAdmin.tasks, { limit: 50 }) },
    { name: 'a set by class', aim: 300, times: CALLS, work: () => asked(reviewSetsAdmin.standing, { set_id }) },
    { name: 'the missing of a set', aim: 300, times: CALLS, work: () => asked(reviewToolsAdmin.missing, { set_id }) },
  ]
}

const jobs = ['tasks.remind', 'tasks.expire', 'tasks.open', 'robots.send'] as const

/** The jobs that look through the district, once each; none may hold its database for a second. */
const measureJobs = async (school: School, when: string): Promise<boolean> => {
  const met: boolean[] = []
  for (const job of jobs)
    met.push(await measure({ name: `${job}, ${when}`, aim: 1_000, times: 1, work: () => school.app.jobs.run(job) }))
  return met.every(Boolean)
}

const measureOn = async (database: Database): Promise<boolean> => {
  const school = await testApp({ database })
  try {
    console.log(`${database.dialect}: filling a district of ${size.guilds} guilds …`)
    const district = await fillDistrict(school)
    const met = [await measureJobs(school, 'just filled')]
    await school.app.db.transaction().execute(async (db) => {
      await database.unhurried(db)
      await sql`analyze`.execute(db)
    })
    for (const asked of await callsOf(school, district)) {
      // A warm-up call, since compilation and first reads are not part of everyday waiting.
      if (asked.times === CALLS) await asked.work(0)
      met.push(await measure(asked))
    }
    school.clock.move(86_400_000)
    met.push(await measureJobs(school, 'a day later'))
    return met.every(Boolean)
  } finally {
    await school.close()
  }
}

/** Measures and prints; answers whether all aims are met. */
export const measureDistrict = async (which: { sqlite: boolean; postgres: boolean }): Promise<boolean> => {
  await mkdir(join(root, '.cache'), { recursive: true })
  const dataDir = await mkdtemp(join(root, '.cache/bench-district-'))
  const met: boolean[] = []
  try {
    if (which.sqlite) {
      const database = await openDatabase({ url: null, dataDir })
      await migrate(database, { dataDir, mode: 'on' })
      met.push(await measureOn(database))
    }
    if (which.postgres) {
      const postgres = await startPostgres({ isDurable: true })
      try {
        const database = await openDatabase({ url: postgres.url, dataDir })
        await migrate(database, { dataDir, mode: 'on' })
        met.push(await measureOn(database))
      } finally {
        await postgres.stop()
      }
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
  return met.every(Boolean)
}

/**
 * `npm run bench -- --lists`: what every list of the student site costs the server in a school of 268 students and 5,000
 * works, and in one of 26,800 and 500,000 (`--large` and a third): CPU of a call, how many queries it makes, and the ratio of
 * the two. The student who asks has a hundred times as many messages and questions there, too. Aims: ≤ 1.2, and the same
 * number of queries. Lists of which the small school has no full page are asked for ten rows; for the categories, which take
 * no limit, both schools have clubs enough to fill each. `--postgres` is not for this: its work is in another process. The
 * large school is kept in `.cache/bench-school` for the next time; it takes minutes to make.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Call } from '../../contract/src/call.ts'
import { banners } from '../../contract/src/banners.ts'
import { calendar } from '../../contract/src/calendar.ts'
import { studentTask } from '../../contract/src/student-task.ts'
import { catalog } from '../../contract/src/catalog.ts'
import { discussions } from '../../contract/src/discussions.ts'
import { growth } from '../../contract/src/growth.ts'
import { guilds } from '../../contract/src/guilds.ts'
import { messages } from '../../contract/src/messages.ts'
import { profile } from '../../contract/src/profile.ts'
import { rankings } from '../../contract/src/rankings.ts'
import { search } from '../../contract/src/search.ts'
import { submissions } from '../../contract/src/submissions.ts'
import { tasks } from '../../contract/src/tasks.ts'
import { works } from '../../contract/src/works.ts'
import { aPost } from '../../server/src/discussions/factory.ts'
import { notify } from '../../server/src/messages/store.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { openDatabase } from '../../server/src/db/open.ts'
import type { Db } from '../../server/src/db/schema.ts'
import { aGuild } from '../../server/src/guilds/factory.ts'
import { loadLarge, type LargeSize } from '../../server/src/demo/large.ts'
import { loadSample } from '../../server/src/demo/load.ts'
import { samplePassword } from '../../server/src/sample-password.ts'
import { countQueries } from '../../server/src/testing/count-queries.ts'
import { testApp, type School } from '../../server/src/testing/test-app.ts'
import { root } from '../sites.ts'

const TIMES = 100
// In both schools a guild is as large and everybody is in four of them: what grows is the school.
const small: LargeSize = { guilds: 4, students: 268, tasksPerGuild: 10, membersPerGuild: 268 }
const large: LargeSize = { ...small, guilds: TIMES * small.guilds, students: TIMES * small.students }
const AIM = 1.2
const ROUNDS = 9
const CALLS = 25
// Until then the engine compiles, and its compiling counts as the list's CPU: in both schools, so that it hides what differs.
const WARM_UP = 400

type Person = { guild_id: number; task_id: number; word: string }
type List = { name: string; call: Call; input: (person: Person) => Record<string, unknown> }

const none = () => ({})

const lists: readonly List[] = [
  { name: 'tasks of all guilds', call: tasks.listByGuild, input: () => ({ limit: 20 }) },
  { name: 'tasks of one guild', call: tasks.listByGuild, input: ({ guild_id }) => ({ guild_id, limit: 20 }) },
  { name: 'tasks under way', call: tasks.listDoing, input: none },
  { name: 'map of tasks', call: studentTask.menu, input: ({ guild_id }) => ({ guild_id }) },
  { name: 'one task', call: studentTask.detail, input: ({ task_id }) => ({ id: task_id }) },
  { name: 'discussion', call: discussions.list, input: ({ task_id }) => ({ task_id }) },
  { name: 'own versions', call: submissions.mine, input: () => ({ limit: 10 }) },
  { name: 'works, newest', call: works.list, input: none },
  { name: 'works, most liked', call: works.list, input: () => ({ sort: 'like' }) },
  { name: 'works of one guild', call: works.list, input: ({ guild_id }) => ({ guild_id }) },
  { name: 'works with a word', call: works.list, input: ({ word }) => ({ keyword: word }) },
  { name: 'guilds', call: catalog.guilds, input: () => ({ limit: 10 }) },
  { name: 'own guilds', call: guilds.names, input: none },
  { name: 'categories', call: catalog.categories, input: none },
  { name: 'page of a guild', call: catalog.classDetail, input: ({ guild_id }) => ({ guild_id }) },
  { name: 'whom to mention', call: discussions.mentionable, input: ({ task_id }) => ({ task_id, keyword: '同' }) },
  { name: 'excellent, 50', call: rankings.excellent, input: () => ({ limit: 50 }) },
  { name: 'excellent of a guild, 50', call: rankings.excellent, input: ({ guild_id }) => ({ guild_id, limit: 50 }) },
  { name: 'hard-working, 50', call: rankings.workHard, input: () => ({ limit: 50 }) },
  { name: 'search', call: search.search, input: ({ word }) => ({ q: word }) },
  { name: 'messages', call: messages.list, input: none },
  { name: 'unread', call: messages.unread, input: none },
  { name: 'profile', call: profile.get, input: none },
  { name: 'activity', call: growth.activity, input: none },
  { name: 'ledger', call: growth.ledger, input: none },
  { name: 'calendar link', call: calendar.get, input: none },
  { name: 'banners', call: banners.active, input: none },
]

/** The sample school with more people in it; the student whose calls are measured has messages and questions to match. */
const schoolOf = async (size: LargeSize, name: string): Promise<{ school: School; token: string; person: Person }> => {
  const dataDir = join(root, '.cache', name)
  await mkdir(dataDir, { recursive: true })
  const database = await openDatabase({ url: null, dataDir, synchronous: 'off' })
  await migrate(database, { dataDir, mode: 'on' })
  const school = await testApp({ database })
  const { app } = school
  await loadSample(app, samplePassword)
  await loadLarge(app, size)
  const { db } = app
  const user = await db.selectFrom('users').select('id').where('username_key', '=', 'p00101').executeTakeFirstOrThrow()
  const row = await db
    .selectFrom('enrolments')
    .select(['guild_id', 'task_id'])
    .where('user_id', '=', user.id)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const told = await db.selectFrom('messages').select('id').where('user_id', '=', user.id).limit(1).executeTakeFirst()
  await fillCategories(db)
  if (!told) await addRest(school, { user_id: user.id, ...row }, size.students / small.students)
  return { school, token: await school.signIn(user), person: { ...row, word: '问题' } }
}

// So many guilds a category shows.
const CATEGORY = 6

/** Clubs without tasks, in both schools: each category shows as many guilds in the small one as in the large one. */
const fillCategories = async (db: Db): Promise<void> => {
  if (await db.selectFrom('guilds').select('id').where('name', '=', '社团1').executeTakeFirst()) return
  const categories = await db.selectFrom('guild_categories').select('id').orderBy('id').execute()
  for (const { id } of categories)
    for (let at = 1; at <= CATEGORY; at += 1) await aGuild(db, { name: `社团${at}`, category_id: id })
}

/** What grows with a school and is not in the plan of its works: messages, questions; and what follows from the works. */
const addRest = async (
  { app, clock }: School,
  { user_id, task_id, guild_id }: { user_id: number; task_id: number; guild_id: number },
  times: number,
): Promise<void> => {
  await app.db.transaction().execute(async (db) => {
    for (let at = 0; at < times * 30; at += 1) {
      const now = clock.now() - at * 1_000
      await notify(db, { user_id, type: 'notice', kind: 'task.changed', data: { task: `第 ${at + 1} 个` }, now })
      await aPost(db, { id: task_id, guild_id }, { user_id, created_at: now })
    }
  })
  for (const job of ['rankings.follow', 'search.follow']) await app.jobs.run(job)
}

const microseconds = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage()
  for (let at = 0; at < CALLS; at += 1) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / CALLS
}

/** Measures and prints; answers whether all aims are met. */
export const measureLists = async (only: string): Promise<boolean> => {
  const schools = [await schoolOf(small, 'bench-school-small'), await schoolOf(large, 'bench-school')] as const
  console.log(
    `${'list'.padEnd(28)}${['1×, µs', '100×, µs', 'ratio', 'queries'].map((head) => head.padStart(12)).join('')}`,
  )
  let isGood = true
  for (const { name, call, input } of lists.filter((list) => list.name.includes(only))) {
    const asks = schools.map(({ school, token, person }) => async () => {
      const given = input(person)
      const fields = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)]))
      const sent = call.method === 'GET' ? { query: fields } : { payload: given }
      const answer = await school.inject({ ...sent, method: call.method, url: call.path, headers: { token } })
      if (!answer.body.startsWith('{"code":1,')) throw new Error(`${name}: ${answer.body.slice(0, 200)}`)
    })
    for (const ask of asks) for (let at = 0; at < WARM_UP; at += 1) await ask()
    const figures: number[][] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1)
      // In turn, so that a busy machine is busy for both.
      for (const [at, ask] of asks.entries()) figures[at]?.push(await microseconds(ask))
    const [one = 0, other = 0] = figures.map((some) => Math.min(...some))
    const queries = []
    for (const [at, { school }] of schools.entries()) {
      const ask = asks[at] ?? (async () => undefined)
      // The settings are read every few seconds: not in the second of two.
      await ask()
      queries.push(await countQueries(school, ask))
    }
    const isMet = other <= AIM * one && queries[0] === queries[1]
    isGood &&= isMet
    const cells = [one.toFixed(0), other.toFixed(0), (other / one).toFixed(2), queries.join(' → ')]
    console.log(`${name.padEnd(28)}${cells.map((cell) => cell.padStart(12)).join('')}  ${isMet ? 'met' : 'MISSED'}`)
  }
  for (const { school } of schools) await school.close()
  return isGood
}

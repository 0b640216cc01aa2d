/**
 * `npm run bench -- --lists`: the cost of every list of the student site in a school of 268 students and 5,000 works,
 * and in one of 26,800 and 500,000 (`--large` and a third): CPU of a call, its number of queries, and the ratio of the
 * two. In the large school the student who makes the calls also has a hundred times as many messages and questions.
 * Aims: ≤ 1.2, and the same number of queries. Lists without a full page in the small school are requested with ten
 * rows; for the categories, which take no limit, both schools have enough clubs to fill each. `--postgres`: in a
 * PostgreSQL of its own, whose CPU is added; the plan of each statement and the rows it read are written to
 * `.cache/plans`, and the rows of both schools are in the table.
 */
import { mkdir, writeFile } from 'node:fs/promises'
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
import { countQueries } from '../../server/src/testing/count-queries.ts'
import { startPostgres } from '../postgres/start.ts'
import { root } from '../sites.ts'
import { listSchools, type ListSchool, type Person } from './list-schools.ts'
import { plansOf } from './plans.ts'
import { postgresCpu } from './postgres-cpu.ts'

const AIM = 1.2
const ROUNDS = 9
// PostgreSQL's time is told in hundredths of a second.
const CALLS = { sqlite: 25, postgres: 150 }
// Warm-up calls: until then compilation counts as the list's CPU, in both schools, and hides the difference.
const WARM_UP = 400

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

type Cpu = () => number | null
type Wanted = { only: string; postgres: boolean }

const microseconds = async (work: () => Promise<unknown>, calls: number, databaseCpu: Cpu): Promise<number> => {
  const before = { own: process.cpuUsage(), database: databaseCpu() ?? 0 }
  for (let at = 0; at < calls; at += 1) await work()
  const { user, system } = process.cpuUsage(before.own)
  return (user + system + (databaseCpu() ?? 0) - before.database) / calls
}

/** How a list is asked for in a school. */
const askIn =
  ({ school, token, person }: ListSchool, { name, call, input }: List) =>
  async (): Promise<void> => {
    const given = input(person)
    const fields = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)]))
    const sent = call.method === 'GET' ? { query: fields } : { payload: given }
    const answer = await school.inject({ ...sent, method: call.method, url: call.path, headers: { token } })
    if (!answer.body.startsWith('{"code":1,')) throw new Error(`${name}: ${answer.body.slice(0, 200)}`)
  }

/** How many rows PostgreSQL looks at for a list; what it tells is kept in a file. */
const rowsOf = async ({ school }: ListSchool, ask: () => Promise<void>, file: string): Promise<number> => {
  const plans = await plansOf(school.app.db, ask)
  await writeFile(file, plans.map(({ text, told }) => `${text}\n${told}\n`).join('\n'))
  return plans.reduce((all, { rows }) => all + rows, 0)
}

const measureOne = async (list: List, schools: readonly ListSchool[], databaseCpu: Cpu): Promise<boolean> => {
  const isOnPostgres = databaseCpu() !== null
  const asks = schools.map((school) => askIn(school, list))
  for (const ask of asks) for (let at = 0; at < WARM_UP; at += 1) await ask()
  const figures: number[][] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1)
    // Alternating, so that load on the machine affects both.
    for (const [at, ask] of asks.entries())
      figures[at]?.push(await microseconds(ask, CALLS[isOnPostgres ? 'postgres' : 'sqlite'], databaseCpu))
  const [one = 0, other = 0] = figures.map((some) => Math.min(...some))
  const queries: number[] = []
  const rows: number[] = []
  for (const [at, school] of schools.entries()) {
    const ask = asks[at] ?? (async () => undefined)
    // The settings are read every few seconds: this call reads them, so that the counted one does not.
    await ask()
    queries.push(await countQueries(school.school, ask))
    const file = join(root, '.cache/plans', `${list.name.replaceAll(/[ ,]+/g, '-')}-${at === 0 ? 1 : 100}.txt`)
    if (isOnPostgres) rows.push(await rowsOf(school, ask, file))
  }
  const isMet = other <= AIM * one && queries[0] === queries[1]
  const cells = [one.toFixed(0), other.toFixed(0), (other / one).toFixed(2), queries.join(' → '), rows.join(' → ')]
  console.log(`${list.name.padEnd(28)}${cells.map((cell) => cell.padStart(14)).join('')}  ${isMet ? 'met' : 'MISSED'}`)
  return isMet
}

/** Measures and prints; answers whether all aims are met. */
export const measureLists = async ({ only, postgres: isOnPostgres }: Wanted): Promise<boolean> => {
  const postgres = isOnPostgres ? await startPostgres({ isDurable: true }) : null
  try {
    const schools = await listSchools(postgres)
    const databaseCpu: Cpu = postgres ? await postgresCpu(postgres.url) : () => null
    await mkdir(join(root, '.cache/plans'), { recursive: true })
    const heads = ['1×, µs', '100×, µs', 'ratio', 'queries', ...(postgres ? ['rows read'] : [])]
    console.log(`${'list'.padEnd(28)}${heads.map((head) => head.padStart(14)).join('')}`)
    const met: boolean[] = []
    for (const list of lists.filter(({ name }) => name.includes(only)))
      met.push(await measureOne(list, schools, databaseCpu))
    for (const { school } of schools) await school.close()
    return met.every(Boolean)
  } finally {
    await postgres?.stop()
  }
}

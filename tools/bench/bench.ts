/**
 * `npm run bench`: CPU of the server, requests per second, latency and memory with 32 clients, on SQLite, on PostgreSQL
 * (DATABASE_URL, else one of its own that waits for the disk) and with two processes on it, as ratios to a hello world
 * of the same server; some three minutes on a quiet machine, and a table at the end. `-- --sqlite` and `-- --postgres`
 * measure one of them; `-- --wide` omits the launcher's memory settings for the engine.
 * `-- --staff` measures the calls of staff: the grid, the queue, exports, an import, and those of a teacher of five
 * classes in a district of 300 guilds, on both databases; `-- --questions` marking 30 questions of 500 students, and
 * again; `-- --lists` every list in a school a hundred times as large; `-- --streams` 1,000 open event streams; `--
 * --square` how soon the square is painted in a slow browser; `-- --review` how soon the next work is drawn for its
 * reviewer;
 * `-- --soak` whether the server grows in an hour of mixed load; `-- --hostile` whether slow input makes others wait;
 * `-- --seconds 10` measures for longer; `-- --only list --profile .cache/profile` shows where the time goes.
 * Absolute figures hold for this machine only; ratios are comparable.
 */
import { parseArgs } from 'node:util'
import { runOnPostgres, runOnSqlite } from './five.ts'
import { startPostgres } from '../postgres/start.ts'
import { isWhole, printRuns } from './table.ts'

const { values } = parseArgs({
  options: {
    staff: { type: 'boolean' },
    square: { type: 'boolean' },
    review: { type: 'boolean' },
    questions: { type: 'boolean' },
    lists: { type: 'boolean' },
    streams: { type: 'boolean' },
    soak: { type: 'boolean' },
    hostile: { type: 'boolean' },
    minutes: { type: 'string' },
    'warm-up': { type: 'string', default: '5' },
    'per-second': { type: 'string', default: '120' },
    snapshots: { type: 'boolean', default: false },
    out: { type: 'string', default: '.cache/soak' },
    sqlite: { type: 'boolean' },
    postgres: { type: 'boolean' },
    wide: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    visits: { type: 'string' },
    profile: { type: 'string' },
  },
})
// Each measurement is imported only on request, because the tests’ helpers choose their database at import. Each prints
// its figures and ends by itself.
if (values.square) await import('./square.ts')
if (values.review)
  process.exit((await (await import('./reviewing/reviewing.ts')).measureReviewing(values.profile)) ? 0 : 1)
if (values.questions) {
  const postgres = values.postgres ? await startPostgres() : null
  if (postgres) Object.assign(process.env, { TEST_DIALECT: 'postgres', TEST_DATABASE_URL: postgres.url })
  const { measureQuestions } = await import('./questions.ts')
  await measureQuestions()
  // PostgreSQL ends with this process: with the tests’ connections still open, that would count as a fault.
  process.exit(0)
}
if (values.staff) {
  const { measureDistrict } = await import('./district.ts')
  const both = !values.sqlite && !values.postgres
  if (both || values.sqlite) await (await import('./staff.ts')).measureStaff()
  const isGood = await measureDistrict({ sqlite: both || !!values.sqlite, postgres: both || !!values.postgres })
  process.exit(isGood ? 0 : 1)
}
if (values.streams) process.exit((await (await import('./streams.ts')).measureStreams()) ? 0 : 1)
if (values.lists) {
  const { measureLists } = await import('./lists.ts')
  process.exit((await measureLists({ only: values.only, postgres: values.postgres ?? false })) ? 0 : 1)
}
if (values.soak) {
  const { minutes = '60', 'warm-up': warmUp, 'per-second': perSecond, out, postgres = false, snapshots } = values
  // A day at most: it ends by itself.
  const { measureSoak } = await import('./soak.ts')
  const isGood = await measureSoak({
    minutes: Math.min(Number(minutes), 1_440),
    warmUp: Number(warmUp),
    perSecond: Number(perSecond),
    out,
    postgres,
    snapshots,
  })
  process.exit(isGood ? 0 : 1)
}
if (values.hostile) {
  const { measureHostile } = await import('./hostile.ts')
  process.exit((await measureHostile(Math.min(Number(values.minutes ?? '10'), 120), values.only)) ? 0 : 1)
}
const { only, profile, wide } = values
const wanted = { seconds: Number(values.seconds), only, wide, ...(profile !== undefined && { profile }) }
const runs = [
  ...(values.postgres ? [] : [await runOnSqlite(wanted)]),
  ...(values.sqlite ? [] : await runOnPostgres(wanted)),
]
printRuns(runs)
process.exit(runs.every(isWhole) ? 0 : 1)

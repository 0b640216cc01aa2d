import { beforeAll, afterAll, expect, test } from 'vitest'
import { wrongTotals } from '../ledger/store.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { loadSample } from './load.ts'

let school: School

beforeAll(async () => {
  school = await testApp()
  await loadSample(school.app)
}, 60_000)
afterAll(() => school.close())

test('a visitor who adds up the ledgers gets the sums shown, entry by entry as it happened', async () => {
  const { db } = school.app
  expect(await wrongTotals(db)).toEqual([])
  const entries = await db
    .selectFrom('ledger_entries')
    .select(['user_id', 'ledger', 'points', 'before', 'after', 'created_at'])
    .orderBy('user_id')
    .orderBy('ledger')
    .orderBy('id')
    .execute()
  const broken = entries.filter((entry, at) => {
    const last = entries[at - 1]
    const isFirst = last?.user_id !== entry.user_id || last.ledger !== entry.ledger
    return (
      entry.before !== (isFirst ? 0 : last.after) ||
      entry.after !== entry.before + entry.points ||
      (!isFirst && last.created_at > entry.created_at)
    )
  })
  expect(broken).toEqual([])
})

test('an author has earned for every pick, and for every like its day had room for', async () => {
  const { db } = school.app
  const picked = await db
    .selectFrom('work_picks')
    .select('submission_id')
    .where('status', '=', 'agreed')
    .orderBy('submission_id')
    .execute()
  const earned = await db
    .selectFrom('ledger_entries')
    .select('source_id')
    .where('kind', '=', 'featured')
    .orderBy('source_id')
    .execute()
  expect(earned.map(({ source_id }) => source_id)).toEqual(picked.map(({ submission_id }) => submission_id))
  const likes = await db
    .selectFrom('work_likes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const likings = await db
    .selectFrom('ledger_entries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', 'liked')
    .where('source_type', '=', 'submission')
    .executeTakeFirstOrThrow()
  expect(likings.count).toBeGreaterThan(likes.count * 0.8)
  expect(likings.count).toBeLessThanOrEqual(likes.count)
})

test('a visitor of the gallery never sees the same work twice, nor anything of the future', async () => {
  const { db } = school.app
  const shared = await db
    .selectFrom('submissions')
    .innerJoin('enrolments', 'enrolments.id', 'submissions.enrolment_id')
    .select(['submissions.title', 'submissions.excerpt'])
    .where('submissions.status', '=', 'released')
    .where('submissions.share', '!=', 'none')
    .where('enrolments.state', '=', 'passed')
    .execute()
  expect(shared.length).toBeGreaterThan(30)
  expect(new Set(shared.map(({ title, excerpt }) => `${title} ${excerpt}`)).size).toBe(shared.length)
  const { latest } = await db
    .selectFrom('work_likes')
    .select((eb) => eb.fn.max('created_at').as('latest'))
    .executeTakeFirstOrThrow()
  expect(latest).toBeLessThan(school.app.clock())
})

test('a visitor who looks at the results that are held finds nobody at work on them', async () => {
  const held = await school.app.db
    .selectFrom('submissions')
    .select(['reviewer_id', 'review_until'])
    .where('status', '=', 'reviewed')
    .execute()
  expect(held.length).toBeGreaterThan(0)
  // With a reviewer and no end of the lock, nobody else could ever open them.
  for (const work of held) expect(work).toEqual({ reviewer_id: null, review_until: null })
})

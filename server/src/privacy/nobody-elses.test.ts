import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { matrixSchool, type MatrixSchool } from '../testing/matrix/school.ts'
import * as answers from './own-answers-store.ts'
import * as data from './own-data.ts'
import * as requests from './own-requests-store.ts'

let matrix: MatrixSchool
beforeAll(async () => {
  matrix = await matrixSchool()
  const { db } = matrix.school.app
  const { user_id, id, guild_id } = await db
    .selectFrom('submissions')
    .select(['id', 'user_id', 'guild_id'])
    .limit(1)
    .executeTakeFirstOrThrow()
  const certificate = { number: 'C-ABCDEFGHJK', submission_id: id, guild_id, dated_at: 1 }
  await db
    .insertInto('certificates')
    .values({ ...certificate, created_at: 1, withdrawn_at: null })
    .execute()
  await db.insertInto('seen_moments').values({ user_id, kind: 'level', about: 2, seen_at: 1 }).execute()
  const { id: result_id, ...result } = await db.selectFrom('results').selectAll().limit(1).executeTakeFirstOrThrow()
  // A result typed by staff, without a submission.
  await db
    .insertInto('results')
    .values({ ...result, submission_id: null, status: 'replaced', released_at: 1 })
    .execute()
  const post = await db
    .selectFrom('discussions')
    .select('id')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  const said = await db.selectFrom('assistant_feedback').select('id').limit(1).executeTakeFirstOrThrow()
  const before = { content: '先前的话', content_html: '先前的话', replaced_at: 1 }
  await db
    .insertInto('discussion_edits')
    .values({ discussion_id: post.id, ...before })
    .execute()
  await db
    .insertInto('assistant_feedback_edits')
    .values({ feedback_id: said.id, comment: '先前的话', rating: null, replaced_at: 1 })
    .execute()
  const mended = { result_id, kind: 'text', place: 0, mended_by: user_id, role: 'student', mended_at: 1 } as const
  await db.insertInto('mended_marks').values(mended).execute()
}, 120_000)
afterAll(() => matrix.school.close())

/**
 * Everything in the data of one user, by part; queries that start from something other than a user are reached from
 * these.
 */
const {
  filesOfVersion: _byVersion,
  filesOfDraft: _byDraft,
  ownProfile: _profile,
  ownMoments: _moments,
  ownVersion: _one,
  ...lists
} = { ...answers, ...data, ...requests }

const ownOf = async (user_id: number) => {
  const { db } = matrix.school.app
  const entries = Object.entries(lists).map(
    async ([name, list]) => [name, await Array.fromAsync<object>(list(db, user_id, Date.now()))] as const,
  )
  const profile = await data.ownProfile(db, user_id)
  const parts = Object.entries(profile ?? {}).filter(([, part]) => Array.isArray(part))
  return {
    ...Object.fromEntries(await Promise.all(entries)),
    ...Object.fromEntries(parts),
    moments: await data.ownMoments(db, user_id),
  }
}

test('whoever came today takes nothing along of a school where others have been at work', async () => {
  const newcomer = await aUser(matrix.school.app.db)
  const own = await ownOf(newcomer.id)
  expect(Object.keys(own).length).toBeGreaterThan(12)
  for (const [part, rows] of Object.entries(own)) expect(rows, part).toEqual([])
})

test('of those who have been there it takes something from most of its parts', async () => {
  const people = await matrix.school.app.db.selectFrom('users').select('id').execute()
  const filled = new Set<string>()
  for (const { id } of people)
    for (const [part, rows] of Object.entries(await ownOf(id))) if ((rows as unknown[]).length > 0) filled.add(part)
  const all = ['ownAreas', 'ownCertificates', 'ownComments', 'ownCriteriaSets', 'ownDrafts', 'ownEarlierWords']
  const more = [
    'ownLedger',
    'ownMended',
    'ownMessages',
    'ownNotes',
    'ownPosts',
    'ownTasks',
    'ownVersions',
    'ownVoices',
    'guilds',
    'moments',
  ]
  const asked = ['ownAppeals', 'ownEnteredResults', 'ownExtensionRequests', 'ownFeedback', 'ownFiles', 'ownReports']
  expect([...filled]).toEqual(expect.arrayContaining([...all, ...more, ...asked]))
})

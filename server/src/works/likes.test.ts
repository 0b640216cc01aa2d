import { studentTask } from '@tongchuang/contract/student-task.ts'
import { works } from '@tongchuang/contract/works.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { openDatabase } from '../db/open.ts'
import { fieldOf } from '../fields.ts'
import { wrongTotals, totals } from '../ledger/store.ts'
import { aSubmission, aStudentAtWork } from '../submissions/factory.ts'
import { refusal } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { freshDatabase } from '../testing/test-database.ts'

let school: School

beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const aWork = async (given: object = {}) => {
  const past = school.clock.now() - 3600_000
  const { student, row } = await aStudentAtWork(school.app.db, {
    task: { due_at: past, close_at: past },
    row: { state: 'passed' },
  })
  const version = await aSubmission(school.app.db, row, { status: 'released', share: 'site', ...given })
  return { author: student, id: version.id }
}
const experienceOf = async (user: { id: number }) => (await totals(school.app.db, user.id)).experience
const like = (user: { id: number }, submit_id: number, wanted?: boolean) =>
  school.as(user)(works.like, { submit_id, ...(wanted !== undefined && { like: wanted }) })
const likesOf = (user: { id: number }, input: object) => school.as(user)(works.likes, input)

test('an author who likes their own work is told so, and nothing is counted', async () => {
  const { author, id } = await aWork()
  expect((await refusal(like(author, id, true))).reason).toBe('SELF')
  expect(await likesOf(author, { submit_id: id })).toEqual({ submit_id: id, liked: false, like_count: 0, recent: [] })
})

test('ten likes of one reader at once are one, and its author gets one experience; taken back it is gone, given again it is there', async () => {
  const { author, id } = await aWork()
  const reader = await aUser(school.app.db)
  await school.signIn(reader)
  const answers = await Promise.all(Array.from({ length: 10 }, () => like(reader, id, true)))
  expect(answers.every(({ liked, like_count }) => liked && like_count === 1)).toBe(true)
  expect(await experienceOf(author)).toBe(1)
  expect(await like(reader, id, true)).toEqual({ submit_id: id, liked: true, like_count: 1 })
  expect(await like(reader, id, false)).toEqual({ submit_id: id, liked: false, like_count: 0 })
  expect(await like(reader, id, false)).toEqual({ submit_id: id, liked: false, like_count: 0 })
  expect(await experienceOf(author)).toBe(0)
  await like(reader, id, true)
  expect(await experienceOf(author)).toBe(1)
  expect(await experienceOf(reader)).toBe(0)
  expect(await wrongTotals(school.app.db)).toEqual([])
})

test('a reader turns their own like, whatever others like', async () => {
  const { id } = await aWork()
  const [one, other] = [await aUser(school.app.db), await aUser(school.app.db)]
  await like(one, id, true)
  expect((await school.as(other)(works.list, {})).list).toMatchObject([{ id, liked: false, like_count: 1 }])
  expect(await like(other, id)).toMatchObject({ liked: true, like_count: 2 })
})

test('an even number of turns at once leaves a like as it was', async () => {
  const { author, id } = await aWork()
  const reader = await aUser(school.app.db)
  await Promise.all(Array.from({ length: 8 }, () => like(reader, id)))
  expect(await likesOf(reader, { submit_id: id })).toEqual({ submit_id: id, liked: false, like_count: 0 })
  expect(await experienceOf(author)).toBe(0)
  expect(await like(reader, id)).toMatchObject({ liked: true, like_count: 1 })
})

test('a work of an archived guild keeps its likes, and takes no more', async () => {
  const [{ id }, reader] = [await aWork(), await aUser(school.app.db)]
  await like(reader, id)
  await school.app.db.updateTable('guilds').set({ status: 'archived' }).execute()
  expect((await refusal(like(reader, id))).reason).toBe('ARCHIVED')
  expect(await likesOf(reader, { submit_id: id })).toMatchObject({ liked: true, like_count: 1 })
  await school.app.db.updateTable('guilds').set({ status: 'active' }).execute()
})

test('likes of many readers at once are all counted; ten a day earn experience, and persons count, not clicks', async () => {
  const { author, id } = await aWork()
  const readers = await Promise.all(Array.from({ length: 12 }, () => aUser(school.app.db)))
  await Promise.all(readers.map((reader) => like(reader, id, true)))
  expect(await likesOf(author, { submit_id: id })).toMatchObject({ like_count: 12 })
  expect(await experienceOf(author)).toBe(10)
  const [first] = readers
  for (let times = 0; times < 3; times += 1) for (const wanted of [false, true]) await like(first!, id, wanted)
  expect(await experienceOf(author)).toBe(10)
})

test('likes are asked for many works in one call, in the order asked, without those one may not see', async () => {
  const { author, id } = await aWork()
  const [hidden, other] = [await aWork({ hidden: true }), await aWork()]
  const readers: { id: number }[] = []
  for (const nickname of ['一', '二', '三', '四']) readers.push(await aUser(school.app.db, { nickname }))
  for (const reader of readers) {
    await like(reader, id, true)
    school.clock.move(1_000)
  }
  const ids = [other.id, hidden.id, 99_999, id, other.id]
  expect(await likesOf(readers[0]!, { submit_ids: ids })).toEqual([
    { submit_id: other.id, liked: false, like_count: 0 },
    { submit_id: id, liked: true, like_count: 4 },
  ])
  expect(await likesOf(author, { submit_ids: [id] })).toEqual([
    { submit_id: id, liked: false, like_count: 4, recent: ['四', '三', '二'] },
  ])
  expect(await likesOf(hidden.author, { submit_id: hidden.id })).toMatchObject({ like_count: 0 })
  expect((await refusal(likesOf(readers[0]!, { submit_id: hidden.id }))).reason).toBe('NOT_FOUND')
  expect((await refusal(likesOf(author, {}))).reason).toBe('INVALID')
  expect((await refusal(likesOf(author, { submit_ids: Array.from({ length: 101 }, (_, at) => at + 1) }))).reason).toBe(
    'INVALID',
  )
  expect(
    (await school.as(readers[0]!)(works.list, {})).list.map(({ id, liked, like_count }) => [id, liked, like_count]),
  ).toEqual([
    [other.id, false, 0],
    [id, true, 4],
  ])
  expect(await school.as(readers[0]!)(studentTask.submission, { id })).toMatchObject({ liked: true, like_count: 4 })
})

test('what is no longer shared cannot be liked, and keeps the likes it has', async () => {
  const { author, id } = await aWork()
  const [reader, late] = [await aUser(school.app.db), await aUser(school.app.db)]
  await like(reader, id, true)
  await school.as(author)(works.share, { submit_id: id, share: 'none' })
  expect((await refusal(like(late, id, true))).reason).toBe('NOT_FOUND')
  expect((await refusal(like(reader, id, false))).reason).toBe('NOT_FOUND')
  await school.as(author)(works.share, { submit_id: id, share: 'site' })
  expect(await likesOf(reader, { submit_id: id })).toEqual({ submit_id: id, liked: true, like_count: 1 })
})

test('more than 60 likes a minute are too many', async () => {
  await school.close()
  school = await testApp({ limits: true })
  const { id } = await aWork()
  const reader = await aUser(school.app.db)
  for (let times = 0; times < 60; times += 1) await like(reader, id, times % 2 === 0)
  expect((await refusal(like(reader, id, true))).reason).toBe('TOO_FAST')
  school.clock.move(60_000)
  expect(await like(reader, id, true)).toMatchObject({ like_count: 1 })
})

test('a reader who likes at two servers at once has one minute’s allowance at both together', async () => {
  await school.close()
  const database = await freshDatabase()
  school = await testApp({ database, limits: true })
  const other = await testApp({ database: await openDatabase({ url: database.url, dataDir: '' }), limits: true })
  const { id } = await aWork()
  const reader = await aUser(database.db)
  const token = await school.signIn(reader)
  const refused: unknown[] = []
  for (let round = 0; round < 7; round += 1) {
    const ten = Array.from({ length: 10 }, (_, at) =>
      (at % 2 ? school : other).with(token)(works.like, { submit_id: id }),
    )
    const answers = await Promise.allSettled(ten)
    refused.push(
      ...answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => fieldOf(reason, 'reason')),
    )
  }
  await other.close()
  expect(refused).toEqual(Array<string>(10).fill('TOO_FAST'))
})

import { studentTask } from '@tongchuang/contract/student-task.ts'
import { works } from '@tongchuang/contract/works.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { anEnrolment } from '../tasks/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aStudentAtWork, aSubmission } from '../submissions/factory.ts'

let school: School
const day = 24 * 3600_000

beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

/** A work that everybody may see, unless something is given that hides it. */
const aWork = async (given: { task?: object; row?: object; version?: object; guild?: object } = {}) => {
  const { db } = school.app
  const past = school.clock.now() - day
  const { student, guild, task, row } = await aStudentAtWork(db, {
    task: { due_at: past, close_at: past, ...given.task },
    row: { state: 'passed', ...given.row },
  })
  if (given.guild) await db.updateTable('guilds').set(given.guild).where('id', '=', guild.id).execute()
  const version = await aSubmission(db, row, {
    status: 'released',
    share: 'site',
    percent_final: 80,
    score: 80,
    ...given.version,
  })
  return { student, guild, task, row, version }
}

const seenBy = async (viewer: { id: number }, filter = {}) =>
  (await school.as(viewer)(works.list, filter)).list.map(({ id }) => id)
const wordsAreRead = () => school.app.jobs.run('search.follow')

test('a student sees works that were released, passed and shared, of tasks that are over', async () => {
  const { version, student, task, guild } = await aWork({ version: { title: '夜空', content: '星星**很多**' } })
  const viewer = await aUser(school.app.db)
  const { list, total, next } = await school.as(viewer)(works.list, {})
  expect({ total, next }).toEqual({ total: 1, next: null })
  expect(list).toEqual([
    {
      id: version.id,
      task_id: task.id,
      task_title: task.title,
      task_type: 'side',
      guild_id: guild.id,
      guild_name: expect.any(String),
      hue: 'tech',
      glyph: '',
      flag: 'shield-plain-tech',
      subject: 'compass',
      title: '夜空',
      author: { user_id: student.id, nickname: expect.any(String), avatar: '' },
      mine: false,
      submitted_at: expect.any(String),
      form: 'text',
      featured: false,
      like_count: 0,
      liked: false,
      excerpt: '星星很多',
      cover_url: null,
      cover_ratio: null,
    },
  ])
})

const later = { due_at: Date.parse('2026-10-20T00:00:00Z'), close_at: Date.parse('2026-10-21T00:00:00Z') }
test.each<[string, Parameters<typeof aWork>[0]]>([
  ['not shared', { version: { share: 'none' } }],
  ['shared with a guild one is not in', { version: { share: 'guild' } }],
  ['hidden by staff', { version: { hidden: true } }],
  ['waiting for staff to agree', { version: { share_state: 'waiting' } }],
  ['not agreed to by staff', { version: { share_state: 'refused' } }],
  ['of a task still in the making', { task: { status: 'draft' } }],
  ['waiting', { version: { status: 'sealed' }, row: { state: 'submitted' } }],
  ['held', { version: { status: 'reviewed' }, row: { state: 'submitted' } }],
  ['taken back', { version: { status: 'withdrawn' } }],
  ['returned', { row: { state: 'returned' } }],
  ['failed', { row: { state: 'failed' } }],
  ['of a task that is still open', { task: later }],
  ['of a task that is due but takes late work', { task: { ...later, due_at: Date.parse('2026-10-11T00:00:00Z') } }],
  ['of a task in the bin', { task: { status: 'trashed' } }],
  ['of a guild without a gallery', { guild: { gallery: false } }],
  ['of a hidden guild', { guild: { visibility: 'hidden' } }],
])('a student does not see a work that is %s', async (_, given) => {
  await aWork(given)
  expect(await seenBy(await aUser(school.app.db))).toEqual([])
})

test.each<[string, object]>([
  ['has no dates', { due_at: null, close_at: null }],
  ['is due and has no close', { due_at: Date.parse('2026-10-12T00:59:00Z'), close_at: null }],
  ['was closed by hand', { ...later, closed_at: Date.parse('2026-10-12T00:00:00Z') }],
  ['is archived', { ...later, status: 'archived' }],
])('a student sees the works of a task that %s', async (_, task) => {
  const { version } = await aWork({ task })
  expect(await seenBy(await aUser(school.app.db))).toEqual([version.id])
})

test('whoever has passed an open task sees its works before it closes', async () => {
  const { version, task, guild } = await aWork({ task: later })
  const [passed, doing] = [await aUser(school.app.db), await aUser(school.app.db)]
  for (const { id } of [passed, doing]) await aMember(school.app.db, { guild_id: guild.id, user_id: id })
  await anEnrolment(school.app.db, task, { user_id: passed.id, state: 'passed' })
  await anEnrolment(school.app.db, task, { user_id: doing.id })
  expect(await seenBy(passed)).toEqual([version.id])
  expect(await seenBy(doing)).toEqual([])
})

test('what is shared with a guild its members see, and nobody any more when the author hides it', async () => {
  const { version, guild, student } = await aWork({ version: { share: 'guild' } })
  const mate = await aUser(school.app.db)
  await aMember(school.app.db, { guild_id: guild.id, user_id: mate.id })
  expect(await seenBy(mate)).toEqual([version.id])
  expect(await seenBy(mate, { student_id: student.id })).toEqual([version.id])
  const shared = await school.as(student)(works.share, { submit_id: version.id, share: 'none' })
  expect(shared).toEqual({ submit_id: version.id, share: 'none', share_state: 'open' })
  expect(await seenBy(mate)).toEqual([])
  expect(await seenBy(student, { student_id: student.id })).toEqual([])
})

test('who was removed from a guild shows a work there to nobody new, and may still hide it', async () => {
  const { version, guild, student } = await aWork({ version: { share: 'guild' } })
  const share = (to: 'none' | 'guild' | 'site') =>
    reasonOf(school.as(student)(works.share, { submit_id: version.id, share: to }))
  const be = (status: 'member' | 'removed') =>
    school.app.db
      .updateTable('guild_members')
      .set({ status })
      .where('guild_id', '=', guild.id)
      .where('user_id', '=', student.id)
      .execute()
  await be('removed')
  expect(await share('site')).toBe('NOT_MEMBER')
  expect(await share('guild')).toBe('done')
  expect(await share('none')).toBe('done')
  expect(await share('guild')).toBe('NOT_MEMBER')
  await be('member')
  expect(await share('site')).toBe('done')
})

test('one’s own shelf is as others see it: a work of an open task is not on it yet', async () => {
  const { version, student, task } = await aWork({ task: later })
  expect(await seenBy(student, { student_id: student.id })).toEqual([])
  await school.app.db.updateTable('tasks').set({ status: 'closed' }).where('id', '=', task.id).execute()
  expect(await seenBy(student, { student_id: student.id })).toEqual([version.id])
})

test('the works of a student who is not in the rankings have no name, no shelf, and are not found by it', async () => {
  const { version, student } = await aWork({ version: { title: '无名' } })
  const viewer = await aUser(school.app.db)
  const { nickname } = await school.app.db
    .selectFrom('users')
    .select('nickname')
    .where('id', '=', student.id)
    .executeTakeFirstOrThrow()
  await wordsAreRead()
  expect(await seenBy(viewer, { keyword: nickname, student_id: student.id })).toEqual([version.id])
  for (const ranking_visibility of ['anonymous', 'hidden'] as const) {
    await school.app.db.updateTable('users').set({ ranking_visibility }).where('id', '=', student.id).execute()
    const { list } = await school.as(viewer)(works.list, { keyword: '无名' })
    expect(list.map(({ author }) => author)).toEqual([{ user_id: null, nickname: '', avatar: '' }])
    expect((await school.as(viewer)(studentTask.submission, { id: version.id })).author.user_id).toBeNull()
    expect(await seenBy(viewer, { keyword: nickname })).toEqual([])
    expect(await seenBy(viewer, { student_id: student.id })).toEqual([])
    expect(await seenBy(student, { student_id: student.id })).toEqual([version.id])
  }
})

test('of several versions the one that passed is on show', async () => {
  const { row, version } = await aWork({ version: { title: '第一版' } })
  const second = await aSubmission(school.app.db, row, { status: 'released', share: 'site', title: '第二版' })
  const viewer = await aUser(school.app.db)
  expect(await seenBy(viewer)).toEqual([second.id])
  await school.app.db.updateTable('submissions').set({ status: 'sealed' }).where('id', '=', second.id).execute()
  expect(await seenBy(viewer)).toEqual([version.id])
})

test('works are found by author, guild, task, type and words, and sorted as asked', async () => {
  const viewer = await aUser(school.app.db)
  const one = await aWork({ version: { title: '100% 真实_的', like_count: 5 }, task: { type: 'main' } })
  const two = await aWork({ version: { title: 'Robot 日记', featured: true, like_count: 2 } })
  const three = await aWork({ version: { title: '第三个', like_count: 9 } })
  expect(await seenBy(viewer)).toEqual([three, two, one].map(({ version }) => version.id))
  expect(await seenBy(viewer, { sort: 'like' })).toEqual([three, one, two].map(({ version }) => version.id))
  expect(await seenBy(viewer, { sort: 'featured' })).toEqual([two, three, one].map(({ version }) => version.id))
  expect(await seenBy(viewer, { featured: true })).toEqual([two.version.id])
  expect(await seenBy(viewer, { type: 'main' })).toEqual([one.version.id])
  expect(await seenBy(viewer, { type: '1' })).toEqual([one.version.id])
  expect(await seenBy(viewer, { guild_id: two.guild.id })).toEqual([two.version.id])
  expect(await seenBy(viewer, { task_id: three.task.id })).toEqual([three.version.id])
  await wordsAreRead()
  expect(await seenBy(viewer, { keyword: '真实 100' })).toEqual([one.version.id])
  expect(await seenBy(viewer, { keyword: 'rObOt' })).toEqual([two.version.id])
  for (const nothing of ['%', '真实 日记', '_ “'])
    expect(await seenBy(viewer, { keyword: nothing }), nothing).toEqual([])
  const { title } = await school.app.db
    .selectFrom('tasks')
    .select('title')
    .where('id', '=', three.task.id)
    .executeTakeFirstOrThrow()
  expect(await seenBy(viewer, { keyword: title })).toEqual([three.version.id])
  await school.app.db
    .updateTable('submissions')
    .set({ form: 'audio', submitted_at: 1_000 })
    .where('id', '=', one.version.id)
    .execute()
  expect(await seenBy(viewer, { form: 'audio' })).toEqual([one.version.id])
  expect(await seenBy(viewer, { from: new Date(1_001).toISOString() })).toEqual(
    [three, two].map(({ version }) => version.id),
  )
  expect(await seenBy(viewer, { from: new Date(1_000).toISOString(), form: 'audio' })).toEqual([one.version.id])
})

test('a long gallery is read page by page without a gap', async () => {
  const viewer = await aUser(school.app.db)
  const made: number[] = []
  for (let n = 0; n < 7; n += 1) made.push((await aWork({ version: { like_count: n % 3 } })).version.id)
  for (const sort of ['new', 'like', 'featured'] as const) {
    const read: number[] = []
    let after: string | undefined
    do {
      const page = await school.as(viewer)(works.list, { sort, limit: 3, ...(after && { after }) })
      expect(page.total).toBe(7)
      read.push(...page.list.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after)
    expect(read.toSorted((a, b) => a - b)).toEqual(made)
  }
})

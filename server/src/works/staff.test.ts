import { messages } from '@tongchuang/contract/messages.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { works } from '@tongchuang/contract/works.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { storedValue } from '../db/stored-json.ts'
import { aMember } from '../guilds/factory.ts'
import { totals } from '../ledger/store.ts'
import { release } from '../reviews/release.ts'
import { addResult } from '../reviews/store.ts'
import { aSubmission, aStudentAtWork } from '../submissions/factory.ts'
import { anEnrolment } from '../tasks/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School

beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

/** A passed work shared with the school; its guild has a teacher and two assistants; a reader is in no guild. */
const aGallery = async ({ version = {}, row: state = {} }: { version?: object; row?: object } = {}) => {
  const { db } = school.app
  const past = school.clock.now() - 3600_000
  const { student, guild, task, row } = await aStudentAtWork(db, {
    task: { due_at: past, close_at: past },
    row: { state: 'passed', ...state },
  })
  const { id } = await aSubmission(db, row, { status: 'released', share: 'site', title: '夜空', ...version })
  const staff = async (role: 'teacher' | 'assistant', switches = {}) => {
    const user = await aUser(db, { roles: [role] })
    await aMember(db, { guild_id: guild.id, user_id: user.id, role, ...switches })
    return { ...user, as: school.as(user, { audience: 'admin', role }) }
  }
  const [teacher, reviewing, moderating] = [
    await staff('teacher'),
    await staff('assistant', { can_review: true }),
    await staff('assistant', { can_moderate: true }),
  ]
  return { student, guild, task, row, id, teacher, reviewing, moderating, reader: await aUser(db) }
}
const experienceOf = async (user: { id: number }) => (await totals(school.app.db, user.id)).experience
const seenBy = async (user: { id: number }, filter = {}) => (await school.as(user)(works.list, filter)).list
const told = async (user: { id: number }, type: 'notice' | 'todo' = 'notice') => {
  const rows = await school.app.db
    .selectFrom('messages')
    .select(['kind', 'data'])
    .where('user_id', '=', user.id)
    .where('type', '=', type)
    .orderBy('id')
    .execute()
  return rows.map(({ kind, data }) => ({ kind, ...storedValue(data) }))
}

test('a work a teacher picks shows as excellent with the reason, once: the author is told and earns 30, and loses it with the pick', async () => {
  const { id, student, teacher, reader, guild } = await aGallery()
  const picked = await teacher.as(worksAdmin.pick, { submit_id: id, reason: '光很安静' })
  expect(picked).toMatchObject({ featured: true, pick: { status: 'agreed', reason: '光很安静' } })
  await teacher.as(worksAdmin.pick, { submit_id: id, reason: '光很安静，也很真' })
  expect(await experienceOf(student)).toBe(30)
  expect(await told(student)).toEqual([{ kind: 'work.picked', work: '夜空', reason: '光很安静' }])
  expect((await seenBy(reader, { featured: true })).map((work) => work.id)).toEqual([id])
  const [notice] = (await school.as(student)(messages.list, { type: 'notice' })).list
  expect(notice).toMatchObject({ title: '被评为优秀作品', content: '「夜空」：光很安静' })

  expect(
    (await teacher.as(worksAdmin.list, { guild_id: guild.id, show: 'picked' })).list.map(({ submit_id }) => submit_id),
  ).toEqual([id])
  expect(await teacher.as(worksAdmin.unpick, { submit_id: id })).toMatchObject({ featured: false, pick: null })
  expect(await experienceOf(student)).toBe(0)
  expect(await seenBy(reader, { featured: true })).toEqual([])
  await teacher.as(worksAdmin.pick, { submit_id: id, reason: '再看还是好' })
  expect(await experienceOf(student)).toBe(30)
})

test('what an assistant picks waits for a teacher, who agrees by picking it without a word of their own', async () => {
  const { id, student, teacher, reviewing, moderating, reader, guild } = await aGallery()
  expect(await reasonOf(reviewing.as(worksAdmin.pick, { submit_id: id }))).toBe('INVALID')
  expect(await reasonOf(moderating.as(worksAdmin.pick, { submit_id: id, reason: '好' }))).toBe('ROLE')
  expect(await reviewing.as(worksAdmin.pick, { submit_id: id, reason: '构图稳' })).toMatchObject({
    featured: false,
    pick: { status: 'proposed' },
  })
  expect([await experienceOf(student), await told(student), await seenBy(reader, { featured: true })]).toEqual([
    0,
    [],
    [],
  ])
  expect(await told(teacher, 'todo')).toMatchObject([{ kind: 'work.pick_proposed', work: '夜空' }])
  expect((await teacher.as(worksAdmin.list, { guild_id: guild.id, show: 'proposed' })).total).toBe(1)

  expect(await teacher.as(worksAdmin.pick, { submit_id: id })).toMatchObject({
    featured: true,
    pick: { status: 'agreed', reason: '构图稳' },
  })
  expect(await told(teacher, 'todo')).toEqual([])
  expect(await experienceOf(student)).toBe(30)
  expect(await reasonOf(reviewing.as(worksAdmin.unpick, { submit_id: id }))).toBe('ROLE')
  expect(await reasonOf(reviewing.as(worksAdmin.pick, { submit_id: id, reason: '别的' }))).toBe('ROLE')
})

test('in an archived guild what is excellent stays as it is, and what must not be seen can still be hidden', async () => {
  const { id, student, teacher, reviewing, guild } = await aGallery()
  await teacher.as(worksAdmin.pick, { submit_id: id, reason: '光很安静' })
  await school.app.db.updateTable('guilds').set({ status: 'archived' }).where('id', '=', guild.id).execute()
  expect(await reasonOf(teacher.as(worksAdmin.unpick, { submit_id: id }))).toBe('ARCHIVED')
  expect(await reasonOf(teacher.as(worksAdmin.pick, { submit_id: id, reason: '换一句' }))).toBe('ARCHIVED')
  expect(await reasonOf(reviewing.as(worksAdmin.pick, { submit_id: id, reason: '换一句' }))).toBe('ARCHIVED')
  expect(await experienceOf(student)).toBe(30)
  expect(await teacher.as(worksAdmin.hide, { submit_id: id, reason: '照片里有门牌' })).toMatchObject({
    hidden: true,
    featured: true,
    pick: { reason: '光很安静' },
  })
  expect(await teacher.as(worksAdmin.show, { submit_id: id })).toMatchObject({ hidden: false })
})

test('an unshared work may be picked and counts, but nobody sees it until its author shares it', async () => {
  const { id, student, teacher, reader } = await aGallery({ version: { share: 'none' } })
  await teacher.as(worksAdmin.pick, { submit_id: id, reason: '好' })
  expect(await experienceOf(student)).toBe(30)
  expect(await seenBy(reader)).toEqual([])
  await school.as(student)(works.share, { submit_id: id, share: 'site' })
  expect((await seenBy(reader)).map(({ featured }) => featured)).toEqual([true])
})

test('a pick of a held result is nobody’s news until the result is released', async () => {
  const { id, student, teacher, reader, task, row } = await aGallery({
    version: { status: 'reviewed' },
    row: { state: 'submitted' },
  })
  const { db } = school.app
  await teacher.as(worksAdmin.pick, { submit_id: id, reason: '好' })
  await school.app.events.drain()
  const [mine] = (await school.as(student)(submissions.mine, {})).list
  expect([mine?.featured, await experienceOf(student), await told(student), await seenBy(reader)]).toEqual([
    false,
    0,
    [],
    [],
  ])
  const result = await addResult(db, {
    submission_id: id,
    enrolment_id: row.id,
    reviewer_id: teacher.id,
    reviewer_role: 'teacher',
    decision: 'pass',
    score: null,
    percent: null,
    percent_final: null,
    late_deduction: 0,
    marked_version: null,
    text: '',
    marks: '[]',
    criteria: '[]',
    status: 'held',
    return_due_at: null,
    created_at: school.clock.now(),
    released_at: null,
  })
  const at = { actor_id: teacher.id, now: school.clock.now(), zone: 'Asia/Shanghai' }
  await db.transaction().execute((inside) => release(inside, task, result, at))
  await school.app.events.drain()
  expect((await seenBy(reader)).map(({ featured }) => featured)).toEqual([true])
  expect((await told(student)).map(({ kind }) => kind)).toContain('work.picked')
})

test('work that waits, was returned or is one’s own cannot be picked', async () => {
  const waiting = await aGallery({ version: { status: 'sealed' }, row: { state: 'submitted' } })
  expect(await reasonOf(waiting.teacher.as(worksAdmin.pick, { submit_id: waiting.id, reason: '好' }))).toBe('STATE')
  const returned = await aGallery({ row: { state: 'returned' } })
  expect(await reasonOf(returned.teacher.as(worksAdmin.pick, { submit_id: returned.id, reason: '好' }))).toBe('STATE')
  const gone = await aGallery({ version: { status: 'withdrawn' } })
  expect(await reasonOf(gone.teacher.as(worksAdmin.pick, { submit_id: gone.id, reason: '好' }))).toBe('NOT_FOUND')
})

test('a work that staff hide is gone at once, its author is told why, and it comes back with its likes', async () => {
  const { id, student, reviewing, moderating, reader, guild } = await aGallery()
  await school.as(reader)(works.like, { submit_id: id, like: true })
  expect(await reasonOf(reviewing.as(worksAdmin.hide, { submit_id: id, reason: '有人脸' }))).toBe('ROLE')
  await moderating.as(worksAdmin.hide, { submit_id: id, reason: '有同学的脸' })
  expect(await seenBy(reader)).toEqual([])
  const [mine] = (await school.as(student)(submissions.mine, {})).list
  expect(mine).toMatchObject({ hidden: true, hidden_reason: '有同学的脸' })
  expect((await moderating.as(worksAdmin.list, { guild_id: guild.id, show: 'hidden' })).total).toBe(1)
  await moderating.as(worksAdmin.show, { submit_id: id })
  await moderating.as(worksAdmin.show, { submit_id: id })
  expect(await seenBy(reader)).toMatchObject([{ id, like_count: 1, liked: true }])
  expect(await told(student)).toEqual([
    { kind: 'work.hidden', work: '夜空', reason: '有同学的脸' },
    { kind: 'work.shown', work: '夜空' },
  ])
})

test('where the school asks for it a share waits for staff; nobody sees it before, and the author reads the answer', async () => {
  await school.app.changeSettings({ share_approval: true })
  const { id, student, teacher, moderating, reader, guild } = await aGallery({ version: { share: 'none' } })
  const share = (to: 'none' | 'guild' | 'site') => school.as(student)(works.share, { submit_id: id, share: to })
  expect(await share('guild')).toMatchObject({ share_state: 'waiting' })
  expect(await told(teacher, 'todo')).toEqual([{ kind: 'work.share_asked', guild: expect.any(String), count: 1 }])
  expect((await teacher.as(worksAdmin.list, { guild_id: guild.id, show: 'waiting' })).total).toBe(1)

  await moderating.as(worksAdmin.answerShare, { submit_id: id, grant: false, answer: '先问问照片里的人' })
  expect((await school.as(student)(submissions.mine, {})).list[0]).toMatchObject({
    share_state: 'refused',
    share_answer: '先问问照片里的人',
  })
  expect(await told(teacher, 'todo')).toEqual([])
  expect(await reasonOf(moderating.as(worksAdmin.answerShare, { submit_id: id, grant: true }))).toBe('STATE')

  expect(await share('site')).toMatchObject({ share_state: 'waiting' })
  expect(await seenBy(reader)).toEqual([])
  await moderating.as(worksAdmin.answerShare, { submit_id: id, grant: true })
  expect(await seenBy(reader)).toHaveLength(1)
  // Sharing with fewer people needs no new approval; sharing with more does.
  expect(await share('guild')).toMatchObject({ share_state: 'open' })
  expect(await share('site')).toMatchObject({ share_state: 'waiting' })
  expect(await share('none')).toMatchObject({ share_state: 'open' })
  expect(await told(teacher, 'todo')).toEqual([])
})

test('what a class asks to share at the same moment is one notice that counts it all', async () => {
  await school.app.changeSettings({ share_approval: true })
  const { db } = school.app
  const { teacher, task } = await aGallery({ version: { share: 'none' } })
  const asking = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const student = await aUser(db)
      await aMember(db, { guild_id: task.guild_id, user_id: student.id })
      const row = await anEnrolment(db, task, { user_id: student.id, state: 'passed' })
      const { id } = await aSubmission(db, row, { status: 'released', share: 'none' })
      return () => school.as(student)(works.share, { submit_id: id, share: 'guild' })
    }),
  )
  await Promise.all(asking.map((ask) => ask()))
  expect(await told(teacher, 'todo')).toEqual([{ kind: 'work.share_asked', guild: expect.any(String), count: 6 }])
})

test('staff find works by words and task, page by page, and see nothing of other guilds', async () => {
  const { teacher, guild, task, id } = await aGallery()
  const other = await aGallery()
  const list = (input = {}) => teacher.as(worksAdmin.list, { guild_id: guild.id, ...input })
  expect((await list()).list).toMatchObject([
    { submit_id: id, title: '夜空', task_id: task.id, share: 'site', pick: null },
  ])
  expect((await list({ keyword: '夜' })).total).toBe(1)
  expect((await list({ keyword: '白天' })).total).toBe(0)
  expect((await list({ task_id: other.task.id })).total).toBe(0)
  expect(await reasonOf(teacher.as(worksAdmin.list, { guild_id: other.guild.id }))).toBe('NOT_FOUND')
  expect(await reasonOf(teacher.as(worksAdmin.hide, { submit_id: other.id, reason: '不' }))).toBe('NOT_FOUND')
})

test('an assistant sees of the works what the switches are for: all, what is to be shared, or what members see', async () => {
  const { id, row, guild, reviewing, moderating } = await aGallery()
  const { db } = school.app
  const assistant = await aUser(db, { roles: ['assistant'] })
  await aMember(db, { guild_id: guild.id, user_id: assistant.id, role: 'assistant' })
  const asAssistant = school.as(assistant, { audience: 'admin', role: 'assistant' })
  const set = (given: object) => db.updateTable('submissions').set(given).where('id', '=', id).execute()
  const seen = async (as: typeof asAssistant) => (await as(worksAdmin.list, { guild_id: guild.id })).list.length
  const all = async () => [await seen(reviewing.as), await seen(moderating.as), await seen(asAssistant)]
  expect(await all()).toEqual([1, 1, 1])
  await set({ hidden: true })
  expect(await all()).toEqual([1, 1, 0])
  await set({ hidden: false, share: 'none' })
  expect(await all()).toEqual([1, 0, 0])
  // Before the task is over, no student may read its solutions.
  await set({ share: 'guild' })
  await db
    .updateTable('tasks')
    .set({ close_at: null, due_at: school.clock.now() + 3600_000 })
    .where('id', '=', row.task_id)
    .execute()
  expect(await all()).toEqual([1, 1, 0])
})

test('before a release of several classes its reviewers read where a pick of an assistant waits, teachers agree, and it is gone', async () => {
  const { id, teacher, reviewing, moderating, task, guild } = await aGallery({
    version: { status: 'reviewed' },
    row: { state: 'submitted' },
  })
  const { db } = school.app
  const { id: set_id } = await db
    .insertInto('task_sets')
    .values({ owner_id: teacher.id, title: task.title, created_at: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('tasks').set({ set_id }).where('id', '=', task.id).execute()
  await reviewing.as(worksAdmin.pick, { submit_id: id, reason: '光很安静' })
  const one = { task_id: task.id, guild_id: guild.id, count: 1, works: [{ submit_id: id }] }
  expect((await teacher.as(worksAdmin.proposed, { set_id })).classes).toMatchObject([{ ...one, may_agree: true }])
  expect((await reviewing.as(worksAdmin.proposed, { set_id })).classes).toMatchObject([{ ...one, may_agree: false }])
  expect((await moderating.as(worksAdmin.proposed, { set_id })).classes).toEqual([])
  await teacher.as(worksAdmin.pick, { submit_id: id })
  expect((await teacher.as(worksAdmin.proposed, { set_id })).classes).toEqual([])
})

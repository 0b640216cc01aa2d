import { studentTask } from '@tongchuang/contract/student-task.ts'
import { guildsAdmin } from '@tongchuang/contract/guilds.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { taskListsAdmin, termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aFile } from '../../files/factory.ts'
import { aGuild, aMember, aPersonIn } from '../../guilds/factory.ts'
import { reasonOf, refusal } from '../../testing/refusal.ts'
import { firstBell, testApp, type School } from '../../testing/test-app.ts'
import { aChapter, aCriterion, anEnrolment, aTask } from '../factory.ts'
import { emptyBin } from './lifecycle.ts'
import { openDue } from '../clock/task-jobs.ts'

const hour = 3_600_000
const day = 24 * hour
const now = firstBell
const at = (after: number) => new Date(now + after).toISOString()

let school: School
let guild: { id: number }
let student: { id: number }
let teacher: { id: number }
let assistant: { id: number }
beforeAll(async () => {
  school = await testApp()
})
beforeEach(async () => {
  school.clock.set(firstBell)
  guild = await aGuild(db())
  student = await aMemberAs('student')
  teacher = await aMemberAs('teacher')
  assistant = await aMemberAs('assistant')
})
afterAll(() => school.close())

const db = () => school.app.db
const aMemberAs = (role: 'student' | 'assistant' | 'teacher', guild_id = guild.id) =>
  aPersonIn(db(), { guild_id, role })
const staff = (user = teacher, role: 'teacher' | 'assistant' | 'admin' = 'teacher') =>
  school.as(user, { audience: 'admin', role })
const task = (given: Partial<Parameters<typeof aTask>[1]> = {}) => aTask(db(), { guild_id: guild.id, ...given })
const kinds = async (user: { id: number }) =>
  (await db().selectFrom('messages').select('kind').where('user_id', '=', user.id).orderBy('id').execute()).map(
    ({ kind }) => kind,
  )
const criteria = [
  { label: '完整', description: '三处都写到', weight: 60 },
  { label: '清楚', description: '', weight: 40 },
]

test('a task is drawn by its own subject, and by its guild’s where it has none', async () => {
  const { id } = await task()
  const save = (base_version: number, own_subject: 'music' | null) =>
    staff()(taskEditing.update, { id, base_version, own_subject })
  const drawn = async () => (await school.as(student)(tasks.listByGuild, { guild_id: guild.id })).list[0]?.subject
  expect(await drawn()).toBe('compass')
  expect(await save(0, 'music')).toMatchObject({ own_subject: 'music', guild_subject: 'compass' })
  expect(await drawn()).toBe('music')
  expect((await school.as(student)(studentTask.detail, { id })).task.subject).toBe('music')
  await save(1, null)
  expect(await drawn()).toBe('compass')
})

describe('a teacher writes a task', () => {
  test('from an empty draft to what a student reads', async () => {
    const made = await staff()(taskEditing.create, { guild_id: guild.id, title: '投放点小调查' })
    expect(made).toMatchObject({ status: 'draft', base_version: 0, may_lead: true, was_accepted: false })
    expect(await refusal(staff()(taskEditing.publish, { id: made.id }))).toMatchObject({
      reason: 'INCOMPLETE',
      data: { parts: ['说明'] },
    })
    const file = await aFile(db(), { owner_id: teacher.id, name: '提纲.pdf', purpose: 'task' })
    const before = await task()
    const { id: chapter_id, title: chapter } = await aChapter(db(), { guild_id: guild.id })
    const saved = await staff()(taskEditing.update, {
      id: made.id,
      base_version: 0,
      content: '看 **20 分钟**。',
      criteria,
      questions: [{ id: 'place', label: '在哪里', kind: 'one', options: ['东门', '西门'], required: true }],
      files: [file.id],
      prerequisites: [before.id],
      chapter_id,
      due_at: at(2 * day),
      close_at: at(3 * day),
      late_rule: 'percent',
      late_percent: 10,
    })
    expect(saved).toMatchObject({
      base_version: 1,
      due_at: at(2 * day),
      prerequisites: [{ id: before.id }],
      files: [{ name: '提纲.pdf' }],
    })
    expect(await staff()(taskEditing.publish, { id: made.id })).toMatchObject({ status: 'open', open_at: at(0) })
    await anEnrolment(db(), before, { user_id: student.id, state: 'passed' })
    const { task: seen } = await school.as(student)(studentTask.detail, { id: made.id })
    expect(seen).toMatchObject({
      title: '投放点小调查',
      chapter,
      files: [{ name: '提纲.pdf' }],
      late_percent: 10,
      state: 'available',
    })
    expect(seen.content_html).toContain('<strong>20 分钟</strong>')
    expect(seen.criteria.map(({ label, weight }) => [label, weight])).toEqual([
      ['完整', 60],
      ['清楚', 40],
    ])
    expect(seen.questions).toHaveLength(1)
    expect(await kinds(student)).toEqual(['task.published'])
  })

  test('two who save at once: the second is shown what the first wrote, and nothing is lost', async () => {
    const { id } = await task({ status: 'draft' })
    await staff()(taskEditing.update, { id, base_version: 0, title: '先写的' })
    const late = await refusal(
      staff(assistant, 'assistant')(taskEditing.update, { id, base_version: 0, title: '后写的' }),
    )
    expect(late).toMatchObject({ reason: 'CONFLICT', data: { theirs: { title: '先写的', base_version: 1 } } })
    expect(await staff()(taskEditing.form, { id })).toMatchObject({ title: '先写的' })
  })

  test('a scheduled task opens by the clock and students hear of it then', async () => {
    const { id } = await task({ status: 'draft', open_at: now + hour })
    expect(await staff()(taskEditing.publish, { id })).toMatchObject({ status: 'scheduled' })
    expect(await kinds(student)).toEqual([])
    await openDue(db(), now + hour - 1)
    expect(await kinds(student)).toEqual([])
    await openDue(db(), now + hour)
    expect(await kinds(student)).toEqual(['task.published'])
  })

  test('files of others, tasks and chapters of other guilds, and circles are refused', async () => {
    const { id } = await task({ status: 'draft' })
    const other = await aTask(db(), { guild_id: (await aGuild(db())).id })
    const needing = await task({ requires: [id], title: '后一个' })
    const foreign = await aFile(db(), { owner_id: student.id, purpose: 'task' })
    const update = (given: object) => staff()(taskEditing.update, { id, base_version: 0, ...given })
    expect(await reasonOf(update({ files: [foreign.id] }))).toBe('FILE')
    expect(await reasonOf(update({ cover_file_id: foreign.id }))).toBe('FILE')
    expect(await reasonOf(update({ prerequisites: [other.id] }))).toBe('NOT_FOUND')
    expect(await reasonOf(update({ chapter_id: 2 ** 31 - 1 }))).toBe('NOT_FOUND')
    expect(await refusal(update({ prerequisites: [needing.id] }))).toMatchObject({
      reason: 'CYCLE',
      data: { titles: [expect.any(String), '后一个', expect.any(String)] },
    })
    expect(await reasonOf(update({ criteria: Array.from({ length: 9 }, () => criteria[0]) }))).toBe('INVALID')
    expect((await staff()(taskEditing.form, { id })).base_version).toBe(0)
  })
})

describe('a task that students have taken', () => {
  const taken = async (given: Partial<Parameters<typeof aTask>[1]> = {}) => {
    const made = await task({ due_at: now + 2 * day, ...given })
    await anEnrolment(db(), made, { user_id: student.id })
    return made
  }

  test('changes its criteria only with a notice to who holds it, and a row in the history', async () => {
    const { id } = await taken()
    const change = { id, base_version: 0, criteria }
    expect(await refusal(staff()(taskEditing.update, change))).toMatchObject({
      reason: 'TELL_HOLDERS',
      data: { parts: ['评分标准'] },
    })
    expect(await staff()(taskEditing.update, { ...change, notify: true })).toMatchObject({
      base_version: 1,
      was_accepted: true,
    })
    expect(await kinds(student)).toEqual(['task.changed'])
    expect(await staff()(taskEditing.history, { id })).toMatchObject([{ action: 'edit', changed: ['criteria'] }])
  })

  test('is not due earlier; later is told to who holds it', async () => {
    const { id } = await taken()
    expect(await reasonOf(staff()(taskEditing.update, { id, base_version: 0, due_at: at(day) }))).toBe('DUE_EARLIER')
    await staff()(taskEditing.update, { id, base_version: 0, due_at: at(3 * day) })
    expect(await kinds(student)).toEqual(['task.dates_changed'])
  })

  test('keeps the id of a criterion that is only reworded', async () => {
    const { id } = await taken()
    const kept = await aCriterion(db(), { task_id: id })
    const saved = await staff()(taskEditing.update, {
      id,
      base_version: 0,
      notify: true,
      criteria: [{ id: kept.id, label: '换了说法', description: '', weight: 100 }],
    })
    expect(saved.criteria).toMatchObject([{ id: kept.id, label: '换了说法' }])
  })
})

type Act = 'publish' | 'unpublish' | 'open' | 'close' | 'archive' | 'trash' | 'restore' | 'update'
/** What becomes of a task: status × act; a dash is a refusal with STATE. */
const life: Record<'draft' | 'scheduled' | 'open' | 'closed' | 'archived' | 'trashed', Record<Act, string>> = {
  draft: {
    publish: 'scheduled',
    unpublish: '-',
    open: 'open',
    close: '-',
    archive: '-',
    trash: 'trashed',
    restore: '-',
    update: 'draft',
  },
  scheduled: {
    publish: 'scheduled',
    unpublish: 'draft',
    open: 'open',
    close: '-',
    archive: '-',
    trash: 'trashed',
    restore: '-',
    update: 'scheduled',
  },
  open: {
    publish: '-',
    unpublish: '-',
    open: 'open',
    close: 'closed',
    archive: '-',
    trash: 'trashed',
    restore: '-',
    update: 'open',
  },
  closed: {
    publish: '-',
    unpublish: '-',
    open: 'open',
    close: 'closed',
    archive: 'archived',
    trash: 'trashed',
    restore: '-',
    update: 'closed',
  },
  archived: {
    publish: '-',
    unpublish: '-',
    open: '-',
    close: '-',
    archive: 'archived',
    trash: 'trashed',
    restore: '-',
    update: '-',
  },
  trashed: {
    publish: '-',
    unpublish: '-',
    open: '-',
    close: '-',
    archive: '-',
    trash: 'trashed',
    restore: 'draft',
    update: '-',
  },
}

describe('the life of a task', () => {
  test.each(Object.entries(life))('%s', async (status, wanted) => {
    const got: Record<string, string> = {}
    for (const act of Object.keys(wanted) as Act[]) {
      const open_at = status === 'draft' || status === 'scheduled' ? now + hour : null
      const { id } = await task({ status: status as 'draft', open_at })
      const by = staff()
      const call =
        act === 'update'
          ? by(taskEditing.update, { id, base_version: 0 })
          : act === 'open' || act === 'close'
            ? by(tasksAdmin[act], { id })
            : by(taskEditing[act], { id })
      got[act] = await call.then(
        (answer) => (answer as { status: string }).status,
        (error: { reason: string }) => (error.reason === 'STATE' ? '-' : error.reason),
      )
    }
    expect(got).toEqual(wanted)
  })

  test('an assistant words the drafts of a teacher; beginning, publishing and closing are the teacher’s', async () => {
    const by = staff(assistant, 'assistant')
    const { id } = await staff()(taskEditing.create, { guild_id: guild.id, title: '老师起草' })
    expect(await reasonOf(by(taskEditing.create, { guild_id: guild.id, title: '助教起草' }))).toBe('ROLE')
    expect(await reasonOf(by(taskEditing.copy, { id }))).toBe('ROLE')
    expect(await by(taskEditing.update, { id, base_version: 0, content: '说明' })).toMatchObject({ may_lead: false })
    expect(await reasonOf(by(taskEditing.publish, { id }))).toBe('ROLE')
    await staff()(taskEditing.publish, { id })
    expect(await reasonOf(by(taskEditing.update, { id, base_version: 1, title: '偷改' }))).toBe('ROLE')
    expect(await reasonOf(by(taskEditing.trash, { id }))).toBe('ROLE')
  })

  test('the bin: no student finds the task, it comes back as it was, and after 30 days it is gone', async () => {
    const { id } = await task()
    await staff()(taskEditing.trash, { id })
    expect(await reasonOf(school.as(student)(studentTask.detail, { id }))).toBe('NOT_FOUND')
    expect((await staff()(taskListsAdmin.tasks, { guild_id: guild.id })).list).toEqual([])
    expect((await staff()(taskListsAdmin.tasks, { guild_id: guild.id, status: 'trashed' })).list).toHaveLength(1)
    expect(await staff()(taskEditing.restore, { id })).toMatchObject({ status: 'open', trashed_at: null })
    await staff()(taskEditing.trash, { id })
    await emptyBin(db(), now + 30 * day)
    expect(await staff()(taskEditing.form, { id })).toMatchObject({ status: 'trashed' })
    await emptyBin(db(), now + 30 * day + 1)
    expect(await reasonOf(staff()(taskEditing.form, { id }))).toBe('NOT_FOUND')
  })
})

describe('copies', () => {
  test('a copy is a draft with criteria and files; into another guild it leaves chapter and prerequisites behind', async () => {
    const { id: chapter_id } = await aChapter(db(), { guild_id: guild.id })
    const first = await task()
    const { id } = await task({ chapter_id, requires: [first.id], due_at: now + day, title: '原件' })
    await aCriterion(db(), { task_id: id, label: '完整' })
    await anEnrolment(db(), { id, guild_id: guild.id }, { user_id: student.id })
    const here = await staff()(taskEditing.copy, { id, title: '副本' })
    expect(here).toMatchObject({
      status: 'draft',
      title: '副本',
      chapter_id,
      prerequisites: [{ id: first.id }],
      criteria: [{ label: '完整' }],
      accepted_count: 0,
      was_accepted: false,
    })
    const other = await aGuild(db())
    expect(await reasonOf(staff()(taskEditing.copy, { id, guild_id: other.id }))).toBe('NOT_FOUND')
    await aMember(db(), { guild_id: other.id, user_id: teacher.id, role: 'teacher' })
    expect(await staff()(taskEditing.copy, { id, guild_id: other.id })).toMatchObject({
      guild_id: other.id,
      chapter_id: null,
      prerequisites: [],
      due_at: at(day),
    })
  })

  test('a term is copied into the next with its dates moved, and the old one can only be read', async () => {
    const { id: chapter_id } = await aChapter(db(), { guild_id: guild.id, title: '第一章' })
    const first = await task({ chapter_id, due_at: now + day, title: '一' })
    await task({ chapter_id, requires: [first.id], title: '二' })
    await task({ status: 'trashed', title: '不要的' })
    await aMember(db(), { guild_id: guild.id, user_id: (await aUser(db())).id, status: 'left' })
    const wanted = { guild_id: guild.id, name: '下学期', days: 140, with_members: true, archive_old: true }
    expect(await staff()(termsAdmin.previewCopy, wanted)).toMatchObject({
      chapters: 1,
      tasks: 2,
      members: 1,
      staff: 2,
      first: [{ title: '一', due_before: at(day), due_after: at(141 * day) }],
    })
    const made = await staff()(termsAdmin.copyGuild, wanted)
    expect(made).toMatchObject({ chapters: 1, tasks: 2, members: 1 })
    const { list } = await staff()(taskListsAdmin.tasks, { guild_id: made.guild_id, sort: 'title' })
    expect(list.map(({ title, status, chapter, due_at }) => [title, status, chapter, due_at]).toSorted()).toEqual([
      ['一', 'draft', '第一章', at(141 * day)],
      ['二', 'draft', '第一章', null],
    ])
    const second = await staff()(taskEditing.form, { id: list.find(({ title }) => title === '二')!.id })
    expect(second.prerequisites).toMatchObject([{ id: list.find(({ title }) => title === '一')!.id }])
    expect((await school.as(student)(guilds.names)).map(({ name }) => name)).toEqual(['下学期'])
    expect(await staff()(taskEditing.form, { id: first.id })).toMatchObject({ status: 'closed', read_only: true })
    expect(await reasonOf(staff()(taskEditing.update, { id: first.id, base_version: 0, title: '改' }))).toBe('ARCHIVED')
    expect(await reasonOf(staff()(tasksAdmin.open, { id: first.id }))).toBe('ARCHIVED')
    expect(await reasonOf(school.as(student)(tasks.accept, { id: first.id }))).toBe('ARCHIVED')
    const one = { task_id: first.id, user_ids: [student.id], reason: '生病' }
    expect(await reasonOf(staff()(tasksAdmin.extend, { ...one, until: at(day) }))).toBe('ARCHIVED')
    expect(await reasonOf(staff()(tasksAdmin.reopen, { ...one, due_at: at(day) }))).toBe('ARCHIVED')
    expect(await reasonOf(staff()(tasksAdmin.excuse, one))).toBe('ARCHIVED')
    expect(await reasonOf(school.as(await aUser(db()))(guilds.join, { guild_id: guild.id }))).toBe('ARCHIVED')
    const requests = { guild_id: guild.id, user_ids: [student.id], admit: true }
    expect(await reasonOf(staff()(guildsAdmin.answerJoin, requests))).toBe('ARCHIVED')
  })
})

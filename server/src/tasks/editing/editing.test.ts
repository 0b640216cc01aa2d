import { studentTask } from '@tongchuang/contract/student-task.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aFile } from '../../files/factory.ts'
import { aGuild } from '../../guilds/factory.ts'
import { reasonOf, refusal } from '../../testing/refusal.ts'
import { firstBell, testApp, type School } from '../../testing/test-app.ts'
import { aChapter, aCriterion, anEnrolment, aTask } from '../factory.ts'
import { openDue } from '../clock/task-jobs.ts'
import { criteria, staffedGuild, taskWriting } from '../../testing/task-writing.ts'

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
  ;({ guild, student, teacher, assistant } = await staffedGuild(school))
})
afterAll(() => school.close())

const { db, staff, task, kinds } = taskWriting(() => ({ school, guild, teacher }))

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
      questions: [
        {
          id: 'place',
          label: '在哪里',
          kind: 'one',
          options: [
            { id: 'a', text: '东门' },
            { id: 'b', text: '西门' },
          ],
          required: true,
        },
      ],
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

  test('is never due earlier, and students who hold it are told of a later date', async () => {
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

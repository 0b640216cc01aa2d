import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { fieldOf } from '../../fields.ts'
import { aFile } from '../../files/factory.ts'
import { aMember, aPersonIn } from '../../guilds/factory.ts'
import { reasonOf } from '../../testing/refusal.ts'
import { firstBell, testApp, type School } from '../../testing/test-app.ts'
import { anEnrolment } from '../factory.ts'
import type { Task } from '../rules.ts'
import { taskSets, threeClasses } from '../../testing/task-sets.ts'

const day = 24 * 3_600_000
const now = firstBell
const at = (after: number) => new Date(now + after).toISOString()

let school: School
let one: { id: number; name: string }
let two: { id: number; name: string }
let three: { id: number; name: string }
let teacher: { id: number }
let source: Task
beforeAll(async () => {
  school = await testApp()
})
beforeEach(async () => {
  ;({ one, two, three, teacher, source } = await threeClasses(school))
})
afterAll(() => school.close())

const { db, as, spread, memberIn, form, publishAll, save } = taskSets(() => ({ school, teacher, source }))

describe('a change of one task of a set', () => {
  beforeEach(() => spread([two.id, three.id]))

  test('copies text, criteria and files to the other classes and keeps dates that differ', async () => {
    const { id } = await memberIn(two)
    await save({ due_at: at(9 * day), also: undefined }, { id })
    const file = await aFile(db(), { owner_id: teacher.id, purpose: 'task', name: '新表.pdf' })
    const saved = await save({
      content: '看 **半小时**。',
      due_at: at(6 * day),
      criteria: [{ label: '完整', description: '', weight: 100 }],
      files: [file.id],
    })
    expect(saved.classes.map(({ guild_name, done }) => [guild_name, done])).toEqual([
      ['高一（2）班', true],
      ['高一（3）班', true],
    ])
    const [own, other] = [await form(id), await form((await memberIn(three)).id)]
    expect(own).toMatchObject({ content: '看 **半小时**。', due_at: at(9 * day), files: [{ name: '新表.pdf' }] })
    expect(other).toMatchObject({ due_at: at(6 * day), criteria: [{ label: '完整' }] })
    const before = other.criteria[0]!.id
    await save({ criteria: [{ ...saved.criteria[0]!, label: '完整而清楚' }] })
    expect((await form(other.id)).criteria).toMatchObject([{ id: before, label: '完整而清楚' }])
  })

  test('copies the maximum score to the other classes and scales the scores that students have there', async () => {
    await publishAll()
    const other = await memberIn(two)
    const { id: user_id } = await aPersonIn(db(), { guild_id: two.id, role: 'student' })
    const result = { state: 'passed', score: 36, percent_final: 36, released_at: now } as const
    const { id } = await anEnrolment(db(), other, { user_id, ...result })
    await save({ max_score: 40, notify: true })
    const row = await db().selectFrom('enrolments').select('score').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.score).toBe(14.4)
  })

  test('leaves the other classes unchanged without `also`', async () => {
    await save({ title: '只改一班', also: undefined })
    expect((await memberIn(two)).title).toBe('垃圾分类小调查')
  })

  test('leaves a class unchanged whose teacher edited it separately, and reports the conflict', async () => {
    const other = await aPersonIn(db(), { guild_id: two.id, role: 'teacher' })
    const { id, base_version } = await form((await memberIn(two)).id, as(other))
    await as(other)(taskEditing.update, { id, base_version, content: '二班另写的说明。' })
    const saved = await save({ content: '大家的新说明。', title: '小调查' })
    expect(saved.classes).toMatchObject([
      { guild_name: '高一（2）班', done: false, reason: 'CONFLICT' },
      { guild_name: '高一（3）班', done: true },
    ])
    expect(await form(id)).toMatchObject({ content: '二班另写的说明。', title: '垃圾分类小调查' })
    expect((await memberIn(three)).content).toBe('大家的新说明。')
    // A teacher with the earlier form open gets a conflict, as with any other save.
    const stale = await memberIn(three)
    const late = { id: stale.id, base_version: 0, content: '三班的旧稿。', also: 'set' } as const
    expect(await reasonOf(as(teacher)(taskEditing.update, late))).toBe('CONFLICT')
  })

  test('saved from two classes at once ends with the same text in both, or a conflict', async () => {
    const { id } = await memberIn(two)
    const both = await Promise.allSettled([save({ content: '甲的说明' }), save({ content: '乙的说明' }, { id })])
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true)
    const refused = both.filter((one) => one.status === 'rejected')
    for (const { reason } of refused) expect(fieldOf(reason, 'reason')).toBe('CONFLICT')
    const texts = [(await form(source.id)).content, (await form(id)).content]
    expect(new Set([...texts, '甲的说明', '乙的说明']).size).toBe(2)
  })

  test('needs a notice where students hold the task, and a preview says so before anything changes', async () => {
    await publishAll()
    const held = await memberIn(two)
    school.clock.set(now + 2 * day)
    await db().updateTable('tasks').set({ status: 'open' }).where('set_id', '=', held.set_id).execute()
    const student = await aPersonIn(db(), { guild_id: two.id, role: 'student' })
    await anEnrolment(db(), held, { user_id: student.id })
    const changes = { max_score: 50, due_at: at(4 * day) }
    const { base_version } = await form(source.id)
    const seen = await save({ ...changes, preview: true })
    expect(seen.classes).toMatchObject([
      { guild_name: '高一（2）班', done: false, reason: 'DUE_EARLIER' },
      { guild_name: '高一（3）班', done: true },
    ])
    expect(await form(source.id)).toMatchObject({ base_version, max_score: 100 })
    expect((await save({ max_score: 50, preview: true })).classes[0]).toMatchObject({ reason: 'TELL_HOLDERS' })
    const told = await save({ max_score: 50, notify: true })
    expect(told.classes.every(({ done }) => done)).toBe(true)
    const boxes = await db().selectFrom('messages').select('kind').where('user_id', '=', student.id).execute()
    expect(boxes.map(({ kind }) => kind)).toEqual(['task.changed'])
  })

  test('by an assistant reaches the drafts of her own classes, and does not name the others', async () => {
    const assistant = await aUser(db(), { roles: ['assistant'] })
    await aMember(db(), { guild_id: one.id, user_id: assistant.id, role: 'assistant' })
    await aMember(db(), { guild_id: two.id, user_id: assistant.id, role: 'assistant' })
    const by = as(assistant, 'assistant')
    expect((await save({ content: '助教改的。' }, { by })).classes).toMatchObject([
      { guild_name: '高一（2）班', done: true },
    ])
    expect((await form(source.id, by)).set?.members).toHaveLength(2)
    expect((await memberIn(three)).content).toBe('照说明完成。')
    await as(teacher)(taskEditing.publish, { id: (await memberIn(two)).id })
    expect((await save({ summary: '一句话' }, { by })).classes).toMatchObject([{ done: false, reason: 'ROLE' }])
  })

  test('is refused with ARCHIVED for an archived class and copied to the others', async () => {
    await as(teacher)(termsAdmin.archiveGuild, { guild_id: two.id })
    expect((await save({ title: '新标题' })).classes).toMatchObject([
      { guild_name: '高一（2）班', done: false, reason: 'ARCHIVED' },
      { done: true },
    ])
    expect((await publishAll()).classes).toMatchObject([{ reason: 'ARCHIVED' }, { done: true }])
    expect((await memberIn(three)).status).toBe('scheduled')
  })
})

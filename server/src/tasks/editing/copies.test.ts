import { guildsAdmin } from '@tongchuang/contract/guilds.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { taskListsAdmin, termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aGuild, aMember, aPersonIn } from '../../guilds/factory.ts'
import { reasonOf } from '../../testing/refusal.ts'
import { firstBell, testApp, type School } from '../../testing/test-app.ts'
import { aChapter, aCriterion, anEnrolment } from '../factory.ts'
import { staffedGuild, taskWriting } from '../../testing/task-writing.ts'

const hour = 3_600_000
const day = 24 * hour
const now = firstBell
const at = (after: number) => new Date(now + after).toISOString()

let school: School
let guild: { id: number }
let student: { id: number }
let teacher: { id: number }
beforeAll(async () => {
  school = await testApp()
})
beforeEach(async () => {
  ;({ guild, student, teacher } = await staffedGuild(school))
})
afterAll(() => school.close())

const { db, staff, task } = taskWriting(() => ({ school, guild, teacher }))

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

  test('a term beside the old one has a flag of its own with the same drawing; one that takes its place keeps the flag', async () => {
    await db().updateTable('guilds').set({ flag: 'circle-fess-lit', glyph: 'sigma' }).execute()
    const flagOf = async (archive_old: boolean) => {
      const wanted = { guild_id: guild.id, name: '下学期', days: 140, archive_old }
      const { guild_id } = await staff()(termsAdmin.copyGuild, wanted)
      return staff()(guildSettings.detail, { guild_id })
    }
    const beside = await flagOf(false)
    expect(beside.glyph).toBe('sigma')
    expect(beside.flag).not.toMatch(/^circle-fess-/)
    expect(await flagOf(true)).toMatchObject({ glyph: 'sigma', flag: 'circle-fess-lit' })
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

  test('a teacher who ends a term reads how many works wait, and apart from them how many results are still held', async () => {
    const aRow = async (task_id: number, state: 'submitted' | 'doing') => {
      const { id: user_id } = await aPersonIn(db(), { guild_id: guild.id, role: 'student' })
      return anEnrolment(db(), { id: task_id, guild_id: guild.id }, { user_id, state })
    }
    const held = async (enrolment_id: number) => {
      const by = { reviewer_id: teacher.id, reviewer_role: 'teacher' } as const
      const result = { enrolment_id, decision: 'pass', status: 'held', created_at: now } as const
      await db()
        .insertInto('results')
        .values({ ...by, ...result })
        .execute()
    }
    const { id } = await task()
    await aRow(id, 'submitted')
    await held((await aRow(id, 'submitted')).id)
    await aRow(id, 'doing')
    const binned = await task({ status: 'trashed' })
    await aRow(binned.id, 'submitted')
    const offline = await task({ channel: 'offline' })
    const entered = { task_id: offline.id, guild_id: guild.id, user_id: student.id, version: 1 }
    await db()
      .insertInto('entered_results')
      .values({
        ...entered,
        word: 'score',
        score: 80,
        ...{ entered_by: teacher.id, entered_role: 'teacher', entered_at: now },
      })
      .execute()
    const wanted = { guild_id: guild.id, name: '下学期', days: 140 }
    expect(await staff()(termsAdmin.previewCopy, wanted)).toMatchObject({ waiting: 1, held: 2, under_way: 1 })
  })

  test('a teacher whose answer was lost and who copies the term again has one copy, and one more with other settings', async () => {
    await aChapter(db(), { guild_id: guild.id })
    await task({ due_at: now + day })
    const wanted = { guild_id: guild.id, name: '下学期', days: 140, with_members: true, key: 'a-key-of-the-page' }
    const made = await Promise.all([1, 2].map(() => staff()(termsAdmin.copyGuild, wanted)))
    made.push(await staff()(termsAdmin.copyGuild, wanted))
    expect(made).toEqual(Array(3).fill({ guild_id: made[0]!.guild_id, chapters: 1, tasks: 1, members: 1 }))
    const others = [
      { ...wanted, name: '另一个' },
      { ...wanted, key: 'another-key-of-the-page' },
      { guild_id: guild.id, name: '下学期', days: 140, with_members: true },
    ]
    const ids = [made[0]!.guild_id]
    for (const other of others) ids.push((await staff()(termsAdmin.copyGuild, other)).guild_id)
    expect(new Set(ids).size).toBe(4)
    const { list } = await staff()(guildSettings.list, { keyword: '下学期' })
    expect(list).toHaveLength(3)
  })
})

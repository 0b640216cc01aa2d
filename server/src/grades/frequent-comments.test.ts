import { fewestResults, statisticsAdmin } from '@tongchuang/contract/statistics.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aFile } from '../files/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aSubmission } from '../submissions/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

/** A class of which each work got some words: in its text, and drawn on its photo. */
const aClass = async (
  said: readonly { text?: string; drawn?: string; status?: 'released' | 'held'; left?: boolean }[],
) => {
  const { db } = school.app
  const guild = await aGuild(db)
  const teacher = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const task = await aTask(db, { guild_id: guild.id, type: 'main' })
  const now = school.clock.now()
  for (const [at, { text, drawn, status = 'released', left = false }] of said.entries()) {
    const student = await aUser(db, { real_name: `学生${at + 1}`, password_hash: '-' })
    await aMember(db, { guild_id: guild.id, user_id: student.id, status: left ? 'left' : 'member' })
    const isOut = status === 'released'
    const row = await anEnrolment(db, task, {
      ...{ user_id: student.id, state: isOut ? 'passed' : 'submitted', percent_final: 80, score: 80 },
      released_at: isOut ? now : null,
    })
    const photo = await aFile(db, { owner_id: student.id, name: '一.jpg', kind: 'image', pictures: 'made' })
    const work = await aSubmission(db, row, { status: isOut ? 'released' : 'reviewed' })
    const mark = { version: 1, quote: '它', prefix: '', suffix: '', text: text ?? '' }
    const result = await db
      .insertInto('results')
      .values({
        ...{ submission_id: work.id, enrolment_id: row.id, reviewer_id: teacher.id, reviewer_role: 'teacher', status },
        ...{ decision: 'pass', score: 80, percent: 80, percent_final: 80, created_at: now },
        released_at: isOut ? now : null,
        marks: JSON.stringify(text === undefined ? [] : [mark]),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (drawn === undefined) continue
    await db
      .insertInto('area_marks')
      .values({
        ...{ submission_id: work.id, reviewer_id: teacher.id, result_id: result.id, file_id: photo.id, page: 1 },
        ...{ sha256: photo.sha256, shape: 'pin', points: '[0.25,0.5]', text: drawn },
      })
      .execute()
  }
  const ask = school.as(teacher, { audience: 'admin', role: 'teacher' })
  return async () => (await ask(statisticsAdmin.statistics, { task_id: task.id })).comments
}

test('a teacher reads what was written to several students, and where it stands in two of their photos', async () => {
  const comments = await aClass([
    { text: '答要带单位', drawn: '负二没有乘进去' },
    { text: '答要带单位。', drawn: '负二没有乘进去' },
    { drawn: '负二没有乘进去' },
    { text: '只有这一份' },
    {},
  ])
  const found = await comments()
  expect(found.map(({ text, students }) => [text, students])).toEqual([
    ['负二没有乘进去', 3],
    ['答要带单位', 2],
  ])
  expect(found[0]?.places).toMatchObject([
    { name: '学生1', points: [0.25, 0.5], file: { kind: 'image' } },
    { name: '学生2', points: [0.25, 0.5], file: { kind: 'image' } },
  ])
})

test('a teacher reads no comment of a held result, and none at all below five results', async () => {
  const out = Array.from({ length: fewestResults }, () => ({}))
  const words = { text: '金榜题名', drawn: '金榜题名' }
  expect(await (await aClass([...out, { ...words, status: 'held' }, { ...words, status: 'held' }]))()).toEqual([])
  expect(await (await aClass([words, words, {}, {}]))()).toEqual([])
  // The same words are included once released.
  expect((await (await aClass([...out, words, words]))()).map(({ students }) => students)).toEqual([2])
})

test('what was written to somebody who has left the class is told no more', async () => {
  const out = Array.from({ length: fewestResults }, () => ({}))
  const words = { text: '金榜题名', drawn: '金榜题名' }
  expect(await (await aClass([...out, words, { ...words, left: true }]))()).toEqual([])
})

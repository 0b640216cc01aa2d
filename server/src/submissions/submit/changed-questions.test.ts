import type { Input } from '@tongchuang/contract/call.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aGuild, aMember } from '../../guilds/factory.ts'
import { reasonOf } from '../../testing/refusal.ts'
import { testApp, type School } from '../../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

type Question = NonNullable<Input<typeof taskEditing.update>['questions']>[number]
const why: Question = { id: 'why', label: '为什么', kind: 'text', required: false }
const mood: Question = { id: 'mood', label: '难不难', kind: 'text', required: false }
const true_ones: Question = {
  ...{ id: 'true', label: '哪些对', kind: 'many', required: false },
  options: ['a', 'b', 'c'].map((id) => ({ id, text: `选项${id}` })),
}

/** A student who has accepted a task with questions, and its teacher, who can change them. */
const aTaskWith = async (questions: Question[]) => {
  const { db } = school.app
  const guild = await aGuild(db)
  const [teacher, student] = [await aUser(db, { roles: ['teacher'] }), await aUser(db)]
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  await aMember(db, { guild_id: guild.id, user_id: student.id })
  const staff = school.as(teacher, { audience: 'admin', role: 'teacher' })
  const send = school.as(student)
  const { id, base_version } = await staff(taskEditing.create, { guild_id: guild.id, title: '读后' })
  await staff(taskEditing.update, { id, base_version, content: '读完再答。', questions })
  await staff(taskEditing.publish, { id, now: true })
  await send(tasks.accept, { id })
  const ask = async (next: Question[]) => {
    const form = await staff(taskEditing.form, { id })
    await staff(taskEditing.update, { id, base_version: form.base_version, questions: next })
  }
  const handIn = (answers: Record<string, string | string[]>, base_version?: number) =>
    send(submissions.submit, {
      task_id: id,
      answers,
      key: 'handed-in-with-answers',
      ...(base_version !== undefined && { base_version }),
    })
  const sealed = async () => {
    const [version] = (await send(studentTask.detail, { id })).versions
    return version && (await send(studentTask.submission, { id: version.id })).answers
  }
  return { id, send, ask, handIn, sealed }
}

test('answers to a question that was removed since are left out, and the rest is submitted', async () => {
  const { id, send, ask, handIn, sealed } = await aTaskWith([why, mood])
  const answers = { why: '因为下雨', mood: '不难' }
  await send(submissions.submit, { task_id: id, draft: true, answers })
  await ask([why])
  expect(await reasonOf(handIn(answers, 1))).toBe('done')
  expect(await sealed()).toEqual({ why: '因为下雨' })
})

test('a work with answers only to removed questions is empty and is refused', async () => {
  const { ask, handIn } = await aTaskWith([why, mood])
  await ask([why])
  expect(await reasonOf(handIn({ mood: '不难' }))).toBe('EMPTY')
})

test('an option that was removed is dropped from a choice; a choice without any other option has to be answered again', async () => {
  const { ask, handIn, sealed } = await aTaskWith([true_ones])
  await ask([{ ...true_ones, options: true_ones.options!.filter(({ id }) => id !== 'b') }])
  expect(await reasonOf(handIn({ true: ['b'] }))).toBe('INVALID')
  expect(await reasonOf(handIn({ true: ['a', 'b'] }))).toBe('done')
  expect(await sealed()).toEqual({ true: ['a'] })
})

test('an answer to an unknown question is refused if the questions have not changed', async () => {
  const { handIn } = await aTaskWith([why])
  expect(await reasonOf(handIn({ why: '因为', other: 'x' }))).toBe('INVALID')
})

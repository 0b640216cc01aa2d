import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { works } from '@tongchuang/contract/works.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { aStudentAtWork, aSubmission } from '../submissions/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

/** A passed work of a guild, and its staff. */
const aPassedWork = async () => {
  const { db } = school.app
  const { guild, row } = await aStudentAtWork(db, { row: { state: 'passed' } })
  const { id: submit_id } = await aSubmission(db, row, { status: 'released', share: 'guild', title: '夜空' })
  const staff = async (role: 'teacher' | 'assistant') => {
    const { id: user_id } = await aUser(db, { roles: [role] })
    await aMember(db, { guild_id: guild.id, user_id, role, ...(role === 'assistant' && { can_review: true }) })
    return school.as(user_id, { audience: 'admin', role })
  }
  return { submit_id, guild, staff }
}

test('a work that one teacher found excellent stays so when another does not follow the assistant’s wish on an older page', async () => {
  const { submit_id, guild, staff } = await aPassedWork()
  const [assistant, one, other] = [await staff('assistant'), await staff('teacher'), await staff('teacher')]
  await assistant(worksAdmin.pick, { submit_id, reason: '构图稳' })
  await one(worksAdmin.pick, { submit_id })
  expect(await reasonOf(other(worksAdmin.unpick, { submit_id, was: 'proposed' }))).toBe('STATE')
  expect(await reasonOf(assistant(worksAdmin.unpick, { submit_id, was: 'proposed' }))).toBe('ROLE')
  const { list } = await other(worksAdmin.list, { guild_id: guild.id, show: 'picked' })
  expect(list).toMatchObject([{ submit_id, featured: true }])
  expect(await other(worksAdmin.unpick, { submit_id, was: 'agreed' })).toMatchObject({ featured: false, pick: null })
})

test('a work that a teacher lets its guild see is not shown to the whole school because its student asked for that meanwhile', async () => {
  const { db } = school.app
  await school.app.changeSettings({ share_approval: true })
  const { student, guild, row } = await aStudentAtWork(db, { row: { state: 'passed' } })
  const asked = { status: 'released', share: 'guild', share_state: 'waiting' } as const
  const { id: submit_id } = await aSubmission(db, row, asked)
  const { id: user_id } = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id, role: 'teacher' })
  const teacher = school.as(user_id, { audience: 'admin', role: 'teacher' })
  await school.as(student)(works.share, { submit_id, share: 'site' })
  for (const grant of [true, false])
    expect(await reasonOf(teacher(worksAdmin.answerShare, { submit_id, share: 'guild', grant }))).toBe('STATE')
  const answered = await teacher(worksAdmin.answerShare, { submit_id, share: 'site', grant: true })
  expect(answered).toMatchObject({ share: 'site', share_state: 'open' })
})

test('the words all read about a work stay a teacher’s own when a colleague picks it on a page that does not know of them', async () => {
  const { submit_id, guild, staff } = await aPassedWork()
  const [one, other] = [await staff('teacher'), await staff('teacher')]
  await one(worksAdmin.pick, { submit_id, reason: '光很安静', seen: null })
  expect(await reasonOf(other(worksAdmin.pick, { submit_id, reason: '构图稳', seen: null }))).toBe('CHANGED')
  const { list } = await other(worksAdmin.list, { guild_id: guild.id, show: 'picked' })
  expect(list).toMatchObject([{ pick: { reason: '光很安静' } }])
  const mended = await one(worksAdmin.pick, { submit_id, reason: '光很安静，也很真', seen: null })
  expect(mended).toMatchObject({ pick: { reason: '光很安静，也很真' } })
})

test('what an assistant wrote about a work is replaced by no other assistant, and published by no teacher who has not read it', async () => {
  const { submit_id, staff } = await aPassedWork()
  const [one, other, teacher] = [await staff('assistant'), await staff('assistant'), await staff('teacher')]
  await one(worksAdmin.pick, { submit_id, reason: '构图稳', seen: null })
  expect(await reasonOf(other(worksAdmin.pick, { submit_id, reason: '好看', seen: null }))).toBe('CHANGED')
  await one(worksAdmin.pick, { submit_id, reason: '构图稳，手也稳', seen: null })
  const read = { status: 'proposed', reason: '构图稳' } as const
  expect(await reasonOf(teacher(worksAdmin.pick, { submit_id, seen: read }))).toBe('CHANGED')
  const agreed = await teacher(worksAdmin.pick, { submit_id, seen: { ...read, reason: '构图稳，手也稳' } })
  expect(agreed).toMatchObject({ pick: { status: 'agreed', reason: '构图稳，手也稳' } })
  await teacher(worksAdmin.unpick, { submit_id, was: 'agreed' })
  expect(await reasonOf(teacher(worksAdmin.pick, { submit_id, seen: read }))).toBe('CHANGED')
})

test('a teacher who picks a work with words of their own puts them in the place of what was only proposed', async () => {
  const { submit_id, staff } = await aPassedWork()
  const [assistant, teacher] = [await staff('assistant'), await staff('teacher')]
  await assistant(worksAdmin.pick, { submit_id, reason: '构图稳', seen: null })
  const picked = await teacher(worksAdmin.pick, { submit_id, reason: '光很安静', seen: null })
  expect(picked).toMatchObject({ featured: true, pick: { status: 'agreed', reason: '光很安静' } })
})

import { submissions } from '@tongchuang/contract/submissions.ts'
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

/** A student’s version, and an assistant of the guild who may only moderate. */
const aVersion = async (state: 'submitted' | 'passed' | 'failed', version: Parameters<typeof aSubmission>[2]) => {
  const { db } = school.app
  const { student, guild, row } = await aStudentAtWork(db, { row: { state } })
  const { id } = await aSubmission(db, row, { title: '夜空', ...version })
  const assistant = await aUser(db, { roles: ['assistant'] })
  await aMember(db, { guild_id: guild.id, user_id: assistant.id, role: 'assistant', can_moderate: true })
  const told = async () =>
    (await db.selectFrom('messages').select('kind').where('user_id', '=', student.id).orderBy('id').execute()).map(
      ({ kind }) => kind,
    )
  const reads = async () => (await school.as(student)(submissions.mine, {})).list[0]?.hidden_reason
  const share = (of: 'none' | 'guild') => school.as(student)(works.share, { submit_id: id, share: of })
  const lead = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: lead.id, role: 'teacher' })
  const teacher = school.as(lead, { audience: 'admin', role: 'teacher' })
  return { id, told, reads, share, teacher, as: school.as(assistant, { audience: 'admin', role: 'assistant' }) }
}

test('a work that two colleagues hide keeps the reason its author was told, and both read it; shown again it can get another', async () => {
  const { id, as, told, reads, teacher } = await aVersion('passed', { status: 'released', share: 'guild' })
  await as(worksAdmin.hide, { submit_id: id, reason: '照片里有门牌' })
  for (let times = 0; times < 2; times += 1)
    expect(await teacher(worksAdmin.hide, { submit_id: id, reason: '有广告' })).toMatchObject({
      hidden: true,
      hidden_reason: '照片里有门牌',
    })
  expect([await told(), await reads()]).toEqual([['work.hidden'], '照片里有门牌'])
  await teacher(worksAdmin.show, { submit_id: id })
  await teacher(worksAdmin.hide, { submit_id: id, reason: '有广告' })
  expect(await reads()).toBe('有广告')
})

test('the author of a work that reports keep from sight is told when a colleague hides it for a reason', async () => {
  const { id, told, reads, teacher } = await aVersion('passed', { status: 'released', share: 'guild', hidden: true })
  await teacher(worksAdmin.hide, { submit_id: id, reason: '照片里有门牌' })
  expect([await told(), await reads()]).toEqual([['work.hidden'], '照片里有门牌'])
})

test.each<[what: string, ...Parameters<typeof aVersion>]>([
  ['that its author shares with nobody', 'passed', { status: 'released', share: 'none' }],
  ['that waits for its review', 'submitted', { status: 'sealed', share: 'guild', share_state: 'waiting' }],
  ['whose result is held', 'submitted', { status: 'reviewed', share: 'guild' }],
  ['that failed', 'failed', { status: 'released', share: 'guild', share_state: 'waiting' }],
])('for an assistant who only moderates, a work %s is not there', async (_what, state, version) => {
  const { id, as, told } = await aVersion(state, version)
  expect(await reasonOf(as(worksAdmin.show, { submit_id: id }))).toBe('NOT_FOUND')
  expect(await reasonOf(as(worksAdmin.hide, { submit_id: id, reason: '看一看' }))).toBe('NOT_FOUND')
  expect(await reasonOf(as(worksAdmin.answerShare, { submit_id: id, grant: true }))).toBe('NOT_FOUND')
  expect(await told()).toEqual([])
})

test('an assistant who only moderates lets a hidden work be seen again while its author shares it; a private one stays unread', async () => {
  const { id, as, share, told, teacher } = await aVersion('passed', { status: 'released', share: 'guild' })
  await as(worksAdmin.hide, { submit_id: id, reason: '照片里有门牌' })
  await share('none')
  expect(await reasonOf(as(worksAdmin.show, { submit_id: id }))).toBe('NOT_FOUND')
  await share('guild')
  expect(await as(worksAdmin.show, { submit_id: id })).toMatchObject({ hidden: false, share: 'guild' })
  await share('none')
  await teacher(worksAdmin.hide, { submit_id: id, reason: '照片里有门牌' })
  expect(await reasonOf(as(worksAdmin.show, { submit_id: id }))).toBe('NOT_FOUND')
  expect(await teacher(worksAdmin.show, { submit_id: id })).toMatchObject({ hidden: false, share: 'none' })
  expect(await told()).toEqual(['work.hidden', 'work.shown', 'work.hidden', 'work.shown'])
})

test.each<[what: string, ...Parameters<typeof aVersion>]>([
  ['that waits for its review', 'submitted', { status: 'sealed', share: 'guild', hidden: true }],
  ['whose result is held', 'submitted', { status: 'reviewed', share: 'guild', hidden: true }],
  ['that failed', 'failed', { status: 'released', share: 'guild', hidden: true }],
  ['that its author shares with nobody', 'passed', { status: 'released', share: 'none', hidden: true }],
])(
  'for an assistant who only moderates, a work %s is not there because a teacher has hidden it',
  async (_what, state, version) => {
    const { id, as, told } = await aVersion(state, version)
    expect(await reasonOf(as(worksAdmin.show, { submit_id: id }))).toBe('NOT_FOUND')
    expect(await told()).toEqual([])
  },
)

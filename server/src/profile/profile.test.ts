import { afterEach, beforeEach, expect, test } from 'vitest'
import { accounts } from '@tongchuang/contract/accounts.ts'
import { catalog } from '@tongchuang/contract/catalog.ts'
import { headByName, headNumbers } from '@tongchuang/contract/heads.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { notify } from '../messages/store.ts'
import { earn, settleScore } from '../ledger/store.ts'
import { samplePassword as password } from '../sample-password.ts'
import { aSubmission } from '../submissions/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const zone = 'Asia/Shanghai'

test('a student sees every field the specification names, contacts masked', async () => {
  const { db } = school.app
  const student = await aUser(db, {
    username: 'wang',
    nickname: '小王',
    email: 'wang@school.cn',
    email_confirmed: true,
    mobile: '13800138000',
    student_no: '2026001',
    real_name: '王小明',
    organization: 'g7c3',
    organization_name: '七年级三班',
    created_at: Date.parse('2026-09-01T00:00:00Z'),
  })
  const now = school.clock.now()
  await db.transaction().execute(async (db) => {
    await settleScore(db, {
      user_id: student.id,
      source_type: 'enrolment',
      source_id: 1,
      guild_id: 1,
      target: 70,
      kind: 'result',
      memo: '',
      now,
      zone,
    })
    await earn(db, {
      user_id: student.id,
      kind: 'pass',
      source_type: 'enrolment',
      source_id: 1,
      points: 40,
      guild_id: 1,
      now,
      zone,
    })
    await notify(db, { user_id: student.id, type: 'todo', kind: 'task.changed', data: { task: '春天' }, now })
  })
  const { userinfo } = await school.send(accounts.login, { username: 'wang', password })
  school.clock.move(60_000)
  expect(await school.with(userinfo.token)(profile.get)).toEqual({
    id: student.id,
    user_id: student.id,
    username: 'wang',
    accountId: 'wang',
    nickname: '小王',
    avatar: '',
    job: '',
    jobName: '',
    organization: 'g7c3',
    organizationName: '七年级三班',
    location: '',
    locationName: '',
    email: 'w***@school.cn',
    introduction: '',
    personalWebsite: '',
    phone: '138****8000',
    mobile: '138****8000',
    registrationDate: '2026-09-01T00:00:00.000Z',
    certification: true,
    role: '学生',
    roleList: [{ key: 'student', name: '学生', target: 'student' }],
    level: 2,
    level_name: '学徒',
    level_from: 30,
    to_next_level: 60,
    opened: [],
    score: 70,
    experience: 40,
    gender: 0,
    group_id: 1,
    createtime: userinfo.createtime,
    expiretime: userinfo.expiretime,
    expires_in: 86_340,
    propertyList: ['quality', 'punctuality', 'persistence', 'collaboration', 'completion'].map((key) => ({
      key,
      value: null,
      points: 0,
    })),
    student_no: '2026001',
    real_name: '王小明',
    must_change_password: false,
    nickname_given: false,
    ranking_visibility: 'nickname',
    locale: 'zh-CN',
    unread: 1,
  })
})

test('the five values follow what a student did', async () => {
  const { db } = school.app
  const [student, classmate] = [await aUser(db), await aUser(db)]
  const oneDay = 24 * 3_600_000
  const last = school.clock.now()
  for (let day = 0; day < 35; day += 1) {
    const now = last - day * oneDay
    await db.transaction().execute(async (db) => {
      const award = { user_id: student.id, source_type: 'thing', source_id: day + 1, guild_id: 1, now, zone }
      if (day % 2 === 0) await earn(db, { ...award, kind: 'active_day' })
      if (day < 9) await earn(db, { ...award, kind: 'liked', actor: 5 })
      if (day < 6) await earn(db, { ...award, kind: 'answered' })
      for (const kind of ['active_day', 'answered'] as const) await earn(db, { ...award, user_id: classmate.id, kind })
    })
  }
  const { propertyList } = await school.as(student)(profile.get)
  expect(propertyList).toEqual([
    { key: 'quality', value: null, points: 0 },
    { key: 'punctuality', value: null, points: 0 },
    { key: 'persistence', value: 50, points: 14 },
    { key: 'collaboration', value: 50, points: 15 },
    { key: 'completion', value: null, points: 0 },
  ])
})

test('the values of works count released results only, and no excused task', async () => {
  const { db } = school.app
  const [student, guild] = [await aUser(db), await aGuild(db)]
  const work = async (
    type: 'main' | 'side',
    given: Parameters<typeof anEnrolment>[2],
    version: { late?: boolean; status?: 'withdrawn' } | null = {},
  ) => {
    const row = await anEnrolment(db, await aTask(db, { guild_id: guild.id, type }), given)
    if (version) await aSubmission(db, row, version)
  }
  const { id: user_id } = student
  await work('main', { user_id, state: 'passed', percent_final: 90 })
  await work('main', { user_id, state: 'failed', percent_final: 30 }, { late: true })
  await work('side', { user_id, state: 'passed', percent_final: 60 })
  // Withdrawn, held, never marked, excused, aborted: none of them is a result.
  await work('main', { user_id, state: 'submitted', percent_final: null })
  await work('main', { user_id, state: 'returned', percent_final: 100, released_at: null }, { status: 'withdrawn' })
  await work('main', { user_id, state: 'excused', percent_final: 100, released_at: 1 }, null)
  await work('main', { user_id, state: 'aborted' }, null)
  await work('main', { user_id: (await aUser(db)).id, state: 'passed', percent_final: 100 }, { late: true })
  const { propertyList } = await school.as(student)(profile.get)
  expect(propertyList.filter(({ points }) => points > 0)).toEqual([
    { key: 'quality', value: 60, points: 3 },
    { key: 'punctuality', value: 75, points: 4 },
    { key: 'completion', value: 20, points: 5 },
  ])
})

test('a student changes what is theirs to change, and only what was sent', async () => {
  const student = await aUser(school.app.db, { nickname: '小王', introduction: '以前的' })
  const send = school.as(student, { language: 'en-US' })
  const changes = {
    nickname: 'وانغ 王 <b>',
    gender: 1,
    location: 'bj',
    locationName: '北京',
    personalWebsite: 'https://wang.cn',
    job: 'monitor',
    jobName: '班长',
    ranking_visibility: 'anonymous',
    locale: 'en-US',
  } as const
  expect(await send(profile.update, changes)).toMatchObject({
    ...changes,
    introduction: '以前的',
    level_name: 'Sprout',
  })
  expect(await send(profile.update, { personalWebsite: '', introduction: '' })).toMatchObject({
    nickname: changes.nickname,
    personalWebsite: '',
    introduction: '',
  })
  expect(await send(profile.update, {})).toMatchObject({ nickname: changes.nickname })
})

test('a website is an address of http or https', async () => {
  const send = school.as(await aUser(school.app.db))
  await expect(send(profile.update, { personalWebsite: 'javascript:alert(1)' })).rejects.toMatchObject({
    reason: 'INVALID',
    data: { field: 'personalWebsite' },
  })
  expect(await send(profile.get)).toMatchObject({ personalWebsite: '' })
})

test('a field a student may not change is refused, and nothing changes with it', async () => {
  const student = await aUser(school.app.db)
  const send = school.as(student)
  const before = await school.app.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', student.id)
    .executeTakeFirstOrThrow()
  const columns = [
    ...Object.keys(before),
    'role',
    'score',
    'experience',
    'level',
    'group_id',
    'user_id',
    'certification',
    'accountId',
    'phone',
    'organizationName',
    'password',
  ]
  const own = new Set(['nickname', 'gender', 'location', 'introduction', 'job', 'ranking_visibility', 'locale'])
  for (const column of columns.filter((name) => !own.has(name))) {
    await expect(send(profile.update, { nickname: 'changed', [column]: 1 } as never), column).rejects.toMatchObject({
      reason: 'INVALID',
    })
  }
  expect(
    await school.app.db.selectFrom('users').selectAll().where('id', '=', student.id).executeTakeFirstOrThrow(),
  ).toEqual(before)
})

test('a picture is an image of one’s own that has arrived', async () => {
  const { db } = school.app
  const [student, other] = [await aUser(db), await aUser(db)]
  const send = school.as(student)
  const aFile = async (owner_id: number, given: object = {}) => {
    const file = {
      owner_id,
      name: 'a.png',
      size: 1,
      mime: 'image/png',
      kind: 'image',
      purpose: 'avatar',
      status: 'ready',
      upload_id: crypto.randomUUID(),
      created_at: 0,
      ...given,
    } as const
    return (await db.insertInto('files').values(file).returning('id').executeTakeFirstOrThrow()).id
  }
  for (const avatar of [
    await aFile(other.id),
    await aFile(student.id, { status: 'uploading' }),
    await aFile(student.id, { kind: 'pdf' }),
    99_999,
  ])
    await expect(send(profile.update, { avatar })).rejects.toMatchObject({ reason: 'FILE' })
  const avatar = await aFile(student.id)
  expect((await send(profile.update, { avatar })).avatar).toMatch(new RegExp(`/api/files/${avatar}\\b`))
  expect((await send(profile.update, { avatar: 0 })).avatar).toBe('')
})

test('a student composes a head, which others see; a picture comes before it and leaving it brings the one by name', async () => {
  const { db } = school.app
  const student = await aUser(db)
  const mate = await aUser(db)
  const guild = await aGuild(db)
  for (const { id } of [student, mate]) await aMember(db, { guild_id: guild.id, user_id: id })
  const send = school.as(student)
  const head = headNumbers({ ...headByName('林雨桐'), hair: 10, skin: 4 })
  const face = `head:${head.map((number) => number.toString(36)).join('')}`
  expect((await send(profile.update, { head })).avatar).toBe(face)
  const { members } = await school.as(mate)(catalog.classDetail, { guild_id: guild.id })
  expect(members.list.map(({ avatar }) => avatar)).toEqual([face, ''])
  expect((await send(profile.update, { head: [] })).avatar).toBe('')
})

test('a head with a part that there is not is refused, and nothing changes', async () => {
  const send = school.as(await aUser(school.app.db))
  const head = headNumbers(headByName('林雨桐'))
  for (const wrong of [head.slice(1), [...head.slice(0, -1), 9], [3, ...head.slice(1)]])
    await expect(send(profile.update, { head: wrong })).rejects.toMatchObject({ reason: 'INVALID' })
  expect((await send(profile.get)).avatar).toBe('')
})

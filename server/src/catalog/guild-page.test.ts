import { catalog } from '@tongchuang/contract/catalog.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { authenticate } from '../accounts/sessions.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { catalogRoutes } from './routes.ts'

let school: School
let student: { id: number }
let send: ReturnType<School['as']>

beforeEach(async () => {
  school = await testApp({ authenticate, features: [catalogRoutes] })
  student = await aUser(school.app.db, { nickname: '小明' })
  send = school.as(student)
})
afterEach(() => school.close())

const joined = (guild_id: number, given: Partial<Parameters<typeof aMember>[1]> = {}) =>
  aMember(school.app.db, { guild_id, user_id: student.id, created_at: school.clock.now(), ...given })

const hour = 3_600_000

test('the public page of a guild shows text, staff and tasks by type; a hidden one looks absent, byte for byte', async () => {
  const { db } = school.app
  const guild = await aGuild(db, { description_html: '<p>你好</p>' })
  const [teacher, assistant] = [
    await aUser(db, { roles: ['teacher'], nickname: '周老师' }),
    await aUser(db, { nickname: '小助' }),
  ]
  await aMember(db, { guild_id: guild.id, user_id: assistant.id, role: 'assistant', title: '学长' })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  await aTask(db, { guild_id: guild.id, type: 'main' })
  await aTask(db, { guild_id: guild.id, type: 'main', status: 'closed' })
  const page = await send(catalog.guild, { guild_id: guild.id })
  expect(page).toMatchObject({
    description_html: '<p>你好</p>',
    staff: [
      { nickname: '周老师', title: '', role: 'teacher' },
      { nickname: '小助', title: '学长', role: 'assistant' },
    ],
    task_counts: [
      { type: 'main', count: 2, open: 1 },
      { type: 'side', count: 0, open: 0 },
      { type: 'daily', count: 0, open: 0 },
      { type: 'event', count: 0, open: 0 },
    ],
  })
  const hidden = await aGuild(db, { visibility: 'hidden' })
  const token = await school.signIn(student)
  for (const path of ['/api/guild/guild_by_id', '/api/student/getClassDetail']) {
    const ask = async (guild_id: number) =>
      (await school.inject({ method: 'GET', url: `${path}?guild_id=${guild_id}`, headers: { token } })).body
    expect(await ask(hidden.id)).toBe(await ask(hidden.id + 999))
    expect(await ask(hidden.id)).toContain('NOT_FOUND')
  }
})

test('only members see the inside: announcements, people, and how they stand themselves', async () => {
  const { db } = school.app
  const now = school.clock.now()
  const guild = await aGuild(db, { ranking_mode: 'off', gallery: false, created_at: now })
  const [teacher, fellow] = [
    await aUser(db, { roles: ['teacher'], nickname: '周老师' }),
    await aUser(db, { nickname: '小红' }),
  ]
  const { id: assistant_id } = await aMember(db, {
    guild_id: guild.id,
    user_id: teacher.id,
    role: 'teacher',
    title: '班主任',
  })
  await aMember(db, { guild_id: guild.id, user_id: fellow.id })
  await joined(guild.id, { created_at: now - 100 * hour })
  for (let at = 1; at <= 4; at += 1) {
    await db
      .insertInto('announcements')
      .values({
        guild_id: guild.id,
        author_id: teacher.id,
        title: `通知 ${at}`,
        content: '',
        content_html: '',
        created_at: now,
        published_at: now,
      })
      .execute()
  }
  const passed = await aTask(db, { guild_id: guild.id, type: 'main' })
  await anEnrolment(db, passed, { user_id: student.id, state: 'passed' })
  await anEnrolment(db, await aTask(db, { guild_id: guild.id }), { user_id: student.id })
  await anEnrolment(db, await aTask(db, { guild_id: guild.id }), {
    user_id: student.id,
    state: 'returned',
    return_due_at: now + hour,
  })
  await aTask(db, { guild_id: guild.id, type: 'main', close_at: now - hour })
  const earned = {
    ledger: 'score',
    kind: 'result',
    source_type: 'enrolment',
    source_id: 1,
    seq: 1,
    before: 0,
    guild_id: guild.id,
    day: '2026-10-12',
  } as const
  await db
    .insertInto('ledger_entries')
    .values([
      { ...earned, user_id: student.id, points: 80, after: 80, created_at: now },
      { ...earned, user_id: fellow.id, points: 15, after: 15, created_at: now },
    ])
    .execute()
  const inside = await send(catalog.classDetail, { guild_id: guild.id })
  expect(inside).toMatchObject({
    guild: { id: guild.id, my_status: 'member', member_count: 2 },
    term: { name: '第一学期', begin: '2026-09-01', end: '2027-01-31' },
    staff: [{ assistant_id, nickname: '周老师', avatar: '', title: '班主任', role: 'teacher' }],
    members: {
      list: [
        { nickname: '小红', level: 1 },
        { nickname: '小明', level: 1 },
      ],
      total: 2,
    },
    me: {
      joined_at: new Date(now - 100 * hour).toISOString(),
      score_in_guild: 80,
      passed: 1,
      doing: 2,
      missing: 1,
      rank_excellent: null,
      rank_workhard: null,
    },
    settings: { anonymous_allowed: true, ranking_mode: 'off', gallery: false },
    assistant_feedback: { period: '2026-10', due: false, given: [] },
  })
  expect(inside.announcements.map(({ title }) => title)).toEqual(['通知 4', '通知 3', '通知 2'])
  // Those before can be read too: the bell names each of them.
  expect(inside.announcement_count).toBe(4)
  const all = await send(catalog.classDetail, { guild_id: guild.id, announcements: 100 })
  expect(all.announcements.map(({ title }) => title)).toEqual(['通知 4', '通知 3', '通知 2', '通知 1'])
  const refused = await school
    .as(await aUser(db))(catalog.classDetail, { guild_id: guild.id })
    .catch((error: { reason: string }) => error.reason)
  expect(refused).toBe('NOT_FOUND')
})

test('a guild names what its student has more time for, also where the task was put away meanwhile', async () => {
  const { db } = school.app
  const now = school.clock.now()
  const guild = await aGuild(db)
  await joined(guild.id)
  const away = await aTask(db, { guild_id: guild.id, title: '收起来的', status: 'archived', close_at: now - hour })
  await anEnrolment(db, away, { user_id: student.id, state: 'returned', return_due_at: now + hour })
  const ended = await aTask(db, { guild_id: guild.id, status: 'archived', close_at: now - hour })
  await anEnrolment(db, ended, { user_id: student.id, state: 'doing' })
  const { guild: card } = await send(catalog.classDetail, { guild_id: guild.id })
  expect(card.due_soon).toMatchObject({ title: '收起来的', state: 'returned' })
})

test('a student finds the guilds of this year first, and those of last year behind them, marked as archived', async () => {
  const { db } = school.app
  const [old, other] = [
    await aGuild(db, { name: '高一（3）班', status: 'archived' }),
    await aGuild(db, { name: '文学社' }),
  ]
  const [now, asked] = [await aGuild(db, { name: '高二（3）班' }), await aGuild(db, { name: '天文社' })]
  await joined(old.id)
  await joined(now.id)
  await joined(asked.id, { status: 'pending' })
  const { list } = await send(catalog.guilds, {})
  expect(list.map(({ name, archived }) => [name, archived])).toEqual([
    ['高二（3）班', false],
    ['高一（3）班', true],
    ['天文社', false],
    ['文学社', false],
  ])
  const first = await send(catalog.guilds, { limit: 3 })
  const rest = await send(catalog.guilds, { limit: 3, after: first.next ?? '' })
  expect(rest.list.map(({ id }) => id)).toEqual([other.id])
  expect(await send(catalog.guild, { guild_id: old.id })).toMatchObject({ archived: true })
})

import { announcementsAdmin } from '@tongchuang/contract/announcements.admin.ts'
import { messagesAdmin } from '@tongchuang/contract/messages.admin.ts'
import { robotKinds, type RobotKind } from '@tongchuang/contract/robots.admin.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { buildApp } from '../../app.ts'
import { silentLog } from '../../log.ts'
import { aRobotHouse, type RobotHouse } from '../../testing/robot-house.ts'
import { testApp, testConfig, type School } from '../../testing/test-app.ts'
import { aGuild, aMember } from '../factory.ts'
import { aRobot } from './factory.ts'
import { tellReleased, tellRobots } from './tell-robots.ts'

const minute = 60_000
const hour = 60 * minute

let house: RobotHouse
let school: School
let guild: { id: number; name: string }
let teacher: { id: number }
beforeEach(async () => {
  house = await aRobotHouse()
  school = await testApp({ config: { baseUrl: 'https://school.example', outboundAllow: [house.host] } })
  teacher = await aUser(db(), { roles: ['teacher'] })
  guild = await aGuild(db(), { name: '数学建模组' })
  await aMember(db(), { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
})
afterEach(async () => {
  await school.close()
  await house.close()
})

const db = () => school.app.db
const aSpeaker = (kind: RobotKind = 'wecom', given: Partial<Parameters<typeof aRobot>[2]> = {}) => {
  const address = house.address(kind)
  return aRobot(db(), school.app.config.secret, { guild_id: guild.id, kind, address, ...given })
}
const opened = (n: number, title = `任务${n}`) =>
  tellRobots(db(), {
    guild_id: guild.id,
    event: 'task_open',
    about: `task:${n}`,
    key: '',
    said: { title, link: `/square/task_detail/${guild.id}?task=${n}` },
    now: school.clock.now(),
  })
const send = () => school.app.jobs.run('robots.send')
const said = () => house.group.map(({ text }) => text)
const robot = async (id: number) =>
  db().selectFrom('guild_robots').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const inBox = async () =>
  (await school.as(teacher, { audience: 'admin', role: 'teacher' })(messagesAdmin.list, {})).list
const saysInstead = (status: number, body: object, headers: Record<string, string> = {}) => {
  house.instead = (response) => void response.writeHead(status, headers).end(JSON.stringify(body))
}

describe('a message', () => {
  test.each(robotKinds)(
    'of a robot of %s is signed as its house checks it, and has the guild, a count and a link',
    async (kind) => {
      house.secret = kind === 'wecom' ? '' : 'a secret that both sides know'
      await aSpeaker(kind, { secret: house.secret })
      await opened(1, '观察日记')
      await send()
      expect(said()).toEqual([
        `数学建模组\n有1个新任务开放了。\n打开同窗公会：https://school.example/square/task_detail/${guild.id}?task=1`,
      ])
      expect(house.group[0]?.raw).not.toContain('观察日记')
    },
  )

  test.each(['dingtalk', 'feishu', 'json'] as const)(
    'of %s that is signed with another secret is refused there',
    async (kind) => {
      house.secret = 'a secret that only one side knows'
      const { id } = await aSpeaker(kind, { secret: 'quite another secret of ours' })
      await opened(1)
      await send()
      expect(said()).toEqual([])
      expect((await robot(id)).problem).toBe(kind === 'json' ? 'ANSWER' : 'SIGNATURE')
    },
  )

  test('is written with what it is about: what is rolled back is never said', async () => {
    await aSpeaker()
    const rolledBack = db()
      .transaction()
      .execute(async (inner) => {
        await tellRobots(inner, {
          ...{ guild_id: guild.id, event: 'announcement', about: 'announcement:1', key: '' },
          said: { title: '', link: '/' },
          now: school.clock.now(),
        })
        throw new Error('never mind')
      })
    await expect(rolledBack).rejects.toThrow('never mind')
    await send()
    expect(house.asked).toBe(0)
  })

  test('of titles has those of tasks, harmless, and only where the robot may say them', async () => {
    await aSpeaker('feishu', { titles: true })
    await opened(1, '<at user_id="all">所有人</at> [领奖](https://evil.example/x) @所有人\u202e\n**急**')
    await send()
    const [text = ''] = said()
    expect(text).toContain('新任务：《＜at user_id="all"＞所有人＜/at＞')
    expect(text).not.toMatch(/[<>@[\]]|evil\.example|https:\/\/evil/)
    expect(text.split('\n')).toHaveLength(3)
  })

  test('of a robot in English is English, and of JSON has its parts and one id for receivers who have it already', async () => {
    house.secret = 'a secret that both sides know'
    await aSpeaker('json', { secret: house.secret, language: 'en-US' })
    await opened(1)
    await send()
    const [got] = house.group
    expect(got?.body).toMatchObject({
      text: expect.stringMatching(/^数学建模组\n1 new task is open\.\nOpen 同窗公会: https/) as string,
      guild: { id: guild.id, name: '数学建模组' },
      events: [{ event: 'task_open', count: 1 }],
    })
    expect(got?.body.id).toBe(got?.headers['webhook-id'])
    expect(got?.headers['idempotency-key']).toBe(got?.headers['webhook-id'])
  })
})

describe('who hears what', () => {
  test('an announcement that tells is told, one that tells nobody is not, and one taken back before is not said', async () => {
    await aSpeaker()
    const as = school.as(teacher, { audience: 'admin', role: 'teacher' })
    const announce = (title: string, tells = true) =>
      as(announcementsAdmin.save, { guild_id: guild.id, title, content: '内容', tells })
    await announce('悄悄地', false)
    const { id } = await announce('写错了')
    await as(announcementsAdmin.takeBack, { guild_id: guild.id, id })
    await send()
    expect(said()).toEqual([])
    await announce('周六下午汇报')
    await send()
    expect(said()).toEqual([expect.stringContaining('有1条新公告。')])
    expect(said()[0]).not.toContain('汇报')
  })

  test('results of ten minutes are one message, and each is counted once', async () => {
    await aSpeaker()
    const release = (count: number) =>
      tellReleased(db(), {
        ...{ guild_id: guild.id, about: 'task:1', said: { title: '一', link: '/' }, count },
        now: school.clock.now(),
      })
    await release(3)
    school.clock.move(minute)
    await release(20)
    await send()
    expect(said()).toEqual([])
    school.clock.move(10 * minute)
    await send()
    await release(1)
    school.clock.move(10 * minute)
    await send()
    await send()
    expect(said().map((text) => text.split('\n')[1])).toEqual(['公布了23份成绩。', '公布了1份成绩。'])
  })

  test('a robot speaks of what was chosen, one that is off and one of an archived guild are silent, other guilds hear nothing', async () => {
    await aSpeaker('wecom', { events: ['announcement'] })
    await aSpeaker('wecom', { enabled: false })
    const other = await aGuild(db())
    await aSpeaker('dingtalk', { guild_id: other.id })
    await opened(1)
    await send()
    expect(house.asked).toBe(0)
    const { id } = await aSpeaker()
    await opened(2)
    await db().updateTable('guilds').set({ status: 'archived' }).where('id', '=', guild.id).execute()
    await opened(3)
    await send()
    expect(house.asked).toBe(0)
    const waiting = await db().selectFrom('robot_deliveries').select('about').where('robot_id', '=', id).execute()
    expect(waiting).toEqual([{ about: 'task:2' }])
  })

  test('a copy of the school that was restored elsewhere stays silent until somebody switches the robot on there', async () => {
    await aSpeaker('wecom', { enabled: true })
    await db().updateTable('guild_robots').set({ place: 'another installation' }).execute()
    await opened(1)
    await send()
    expect(house.asked).toBe(0)
  })
})

describe('when nothing gets through', () => {
  test('a house that answers 500 for an hour loses nothing, doubles nothing and keeps the order', async () => {
    const { id } = await aSpeaker('wecom', { titles: true })
    saysInstead(500, { errcode: -1, errmsg: 'system busy' })
    for (let passed = 0; passed < 60; passed += 5) {
      await opened(passed)
      await send()
      school.clock.move(5 * minute)
    }
    expect(said()).toEqual([])
    expect(await robot(id)).toMatchObject({ problem: 'ANSWER', said: 'HTTP 500 system busy' })
    expect(house.asked).toBeLessThan(12)
    house.instead = null
    school.clock.move(hour)
    await send()
    await send()
    expect(said().map((text) => /《(.*)》/.exec(text)?.[1])).toEqual(
      Array.from({ length: 12 }, (_, at) => `任务${at * 5}`),
    )
    expect(await robot(id)).toMatchObject({ problem: null, failures: 0, failing_since: null })
  })

  test('a robot that was taken out of its group goes off at once, and who leads the guild is told', async () => {
    const { id } = await aSpeaker('dingtalk')
    saysInstead(200, { errcode: 300005, errmsg: 'token is not exist' })
    await opened(1)
    await opened(2)
    await send()
    expect(await robot(id)).toMatchObject({
      problem: 'GONE',
      said: 'token is not exist',
      stopped_at: school.clock.now(),
    })
    expect(house.asked).toBe(1)
    expect((await inBox()).map(({ title, topic, link }) => [title, topic, link])).toEqual([
      ['班级群机器人停了', 'robot', `/guilds/${guild.id}/settings`],
    ])
    house.instead = null
    school.clock.move(hour)
    await send()
    expect(said()).toEqual([])
  })

  test.each([404, 410])('an answer of %i says that it is gone', async (status) => {
    const { id } = await aSpeaker('json', { secret: 'a secret that both sides know' })
    saysInstead(status, {})
    await opened(1)
    await send()
    expect((await robot(id)).stopped_at).toBe(school.clock.now())
  })

  test('after twenty failures it goes off by itself, and not before', async () => {
    const { id } = await aSpeaker()
    saysInstead(200, { errcode: 40008, errmsg: 'invalid message type' })
    await opened(1)
    for (let time = 1; time < 20; time += 1) {
      await send()
      school.clock.move(30 * minute)
    }
    expect(await robot(id)).toMatchObject({ failures: 19, stopped_at: null })
    await send()
    expect(await robot(id)).toMatchObject({ failures: 20, stopped_at: school.clock.now() })
    expect(house.asked).toBe(20)
    expect(await inBox()).toHaveLength(1)
  })

  test.each([
    ['429 with Retry-After', 429, {}, { 'retry-after': '120' }, 120_000],
    ['a code for too many messages', 200, { errcode: 45009, errmsg: 'api freq out of limit' }, {}, 60_000],
    ['an endless Retry-After', 429, {}, { 'retry-after': '99999' }, hour],
  ] as const)('%s is waited for and is no failure', async (_what, status, body, headers, wait) => {
    const { id } = await aSpeaker()
    saysInstead(status, body, headers)
    await opened(1)
    await send()
    house.instead = null
    school.clock.move(wait - 1)
    await send()
    expect(await robot(id)).toMatchObject({ failures: 0, problem: 'SLOW' })
    expect(said()).toEqual([])
    school.clock.move(1)
    await send()
    expect(said()).toHaveLength(1)
  })

  test.each([
    ['a house on this machine that nobody allowed', () => 'https://127.0.0.1:9/hook', 'PRIVATE'],
    ['an address without TLS', () => 'http://203.0.113.9/hook', 'INSECURE'],
  ])('%s is never asked', async (_what, address, problem) => {
    const { id } = await aSpeaker('json', { address: address(), secret: 'a secret that both sides know' })
    await opened(1)
    await send()
    expect(await robot(id)).toMatchObject({ problem, failures: 1 })
    expect(house.asked).toBe(0)
  })

  test('a redirect is an answer and is not followed', async () => {
    const { id } = await aSpeaker()
    saysInstead(302, {}, { location: house.address('wecom') })
    await opened(1)
    await send()
    expect(house.asked).toBe(1)
    expect(await robot(id)).toMatchObject({ problem: 'ANSWER' })
  })

  test('what a house answers is kept without the address and the secret of the robot', async () => {
    const { id } = await aSpeaker('dingtalk', { secret: 'SEC-a-secret-nobody-reads' })
    saysInstead(500, { errmsg: `no ${house.address('dingtalk')} SEC-a-secret-nobody-reads` })
    await opened(1)
    await send()
    const { said: kept } = await robot(id)
    expect(kept).toBe('HTTP 500 no ••• •••')
  })

  test('a robot whose address was closed with another secret of the server says so and asks nobody', async () => {
    const { id } = await aRobot(db(), 'a secret this server does not have', { guild_id: guild.id })
    await opened(1)
    await send()
    expect(await robot(id)).toMatchObject({ problem: 'SECRET' })
  })
})

describe('too much at once', () => {
  test('eighteen a minute are messages of their own, more are one', async () => {
    await aSpeaker()
    for (let n = 1; n <= 18; n += 1) await opened(n)
    await send()
    expect(said()).toHaveLength(18)
    for (let n = 19; n <= 21; n += 1) await opened(n)
    await send()
    expect(said()).toHaveLength(18)
    school.clock.move(minute)
    for (let n = 22; n <= 40; n += 1) await opened(n)
    await send()
    expect(said()).toHaveLength(19)
    expect(said()[18]).toBe(
      `数学建模组\n有22个新任务开放了。\n打开同窗公会：https://school.example/square/guild_details/${guild.id}/-/all`,
    )
  })

  test('what happens in the quiet hours is one message when they end, on the school’s clock', async () => {
    await aSpeaker('wecom', { quiet_from: 21 * 60 + 30, quiet_until: 6 * 60 + 30 })
    school.clock.set('2026-10-12T13:30:00.000Z')
    await opened(1)
    await opened(2)
    await send()
    school.clock.set('2026-10-12T22:29:59.000Z')
    await send()
    expect(house.asked).toBe(0)
    school.clock.set('2026-10-12T22:30:00.000Z')
    await send()
    expect(said().map((text) => text.split('\n')[1])).toEqual(['有2个新任务开放了。'])
  })

  test('what could not be said for a day and a half is not said any more', async () => {
    await aSpeaker()
    await opened(1)
    school.clock.move(36 * hour)
    await send()
    expect(house.asked).toBe(0)
  })
})

describe('a process that dies', () => {
  test('between sending and noting it leaves a message that is sent again under the same id', async () => {
    house.secret = 'a secret that both sides know'
    await aSpeaker('json', { secret: house.secret })
    await opened(1)
    await opened(2)
    await send()
    // As the row was when the process died: in its message, and not noted.
    await db()
      .updateTable('robot_deliveries')
      .set({ state: 'waiting', settled_at: null })
      .where('about', '=', 'task:1')
      .execute()
    await opened(3)
    school.clock.move(minute)
    await send()
    const ids = house.group.map(({ body }) => body.id)
    expect(ids).toHaveLength(4)
    expect(ids[2]).toBe(ids[0])
    expect(new Set(ids).size).toBe(3)
  })

  test('of two processes one sends', async () => {
    await aSpeaker()
    await opened(1)
    const config = testConfig('', { outboundAllow: [house.host], secret: school.app.config.secret })
    const parts = { config: { ...config, dataDir: school.app.config.dataDir }, database: school.app.database }
    const other = await buildApp({ ...parts, log: silentLog(), clock: school.clock.now })
    await Promise.all([send(), other.jobs.run('robots.send'), send(), other.jobs.run('robots.send')])
    await send()
    await other.http.close()
    expect(said()).toHaveLength(1)
  })
})

test('what was said a month ago is removed, what waits is not', async () => {
  await aSpeaker()
  await opened(1)
  await send()
  school.clock.move(30 * 24 * hour)
  await opened(2)
  await school.app.jobs.run('robots.sweep')
  const rows = await db().selectFrom('robot_deliveries').select(['about', 'state']).execute()
  expect(rows).toEqual([{ about: 'task:2', state: 'waiting' }])
})

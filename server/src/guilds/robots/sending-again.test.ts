import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { silentLog } from '../../log.ts'
import { type RobotServer } from '../../testing/robot-server.ts'
import { testConfig, type School } from '../../testing/test-app.ts'
import { aRobot } from './factory.ts'
import { robotSpeech, schoolWithRobots } from '../../testing/robot-speech.ts'

const minute = 60_000
const hour = 60 * minute

let remote: RobotServer
let school: School
let guild: { id: number; name: string }
let teacher: { id: number }
beforeEach(async () => {
  ;({ remote, school, teacher, guild } = await schoolWithRobots())
})
afterEach(async () => {
  await school.close()
  await remote.close()
})

const { db, aSpeaker, opened, send, said, robot, inBox, saysInstead } = robotSpeech(() => ({
  school,
  remote,
  guild,
  teacher,
}))

describe('when nothing gets through', () => {
  test('a server that answers 500 for an hour loses nothing, doubles nothing and keeps the order', async () => {
    const { id } = await aSpeaker('wecom', { titles: true })
    saysInstead(500, { errcode: -1, errmsg: 'system busy' })
    for (let passed = 0; passed < 60; passed += 5) {
      await opened(passed)
      await send()
      school.clock.move(5 * minute)
    }
    expect(said()).toEqual([])
    expect(await robot(id)).toMatchObject({ problem: 'ANSWER', said: 'HTTP 500 system busy' })
    expect(remote.asked).toBeLessThan(12)
    remote.instead = null
    school.clock.move(hour)
    await send()
    await send()
    expect(said().map((text) => /《(.*)》/.exec(text)?.[1])).toEqual(
      Array.from({ length: 12 }, (_, at) => `任务${at * 5}`),
    )
    expect(await robot(id)).toMatchObject({ problem: null, failures: 0, failing_since: null })
  })

  test('a robot removed from its group is turned off at once, and the teachers are told', async () => {
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
    expect(remote.asked).toBe(1)
    expect((await inBox()).map(({ title, topic, link }) => [title, topic, link])).toEqual([
      ['班级群机器人停了', 'robot', `/guilds/${guild.id}/settings`],
    ])
    remote.instead = null
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

  test('a robot is turned off after twenty failures, and not before', async () => {
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
    expect(remote.asked).toBe(20)
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
    remote.instead = null
    school.clock.move(wait - 1)
    await send()
    expect(await robot(id)).toMatchObject({ failures: 0, problem: 'SLOW' })
    expect(said()).toEqual([])
    school.clock.move(1)
    await send()
    expect(said()).toHaveLength(1)
  })

  test.each([
    ['a server on this machine that nobody allowed', () => 'https://127.0.0.1:9/hook', 'PRIVATE'],
    ['an address without TLS', () => 'http://203.0.113.9/hook', 'INSECURE'],
  ])('%s is never asked', async (_what, address, problem) => {
    const { id } = await aSpeaker('json', { address: address(), secret: 'a secret that both sides know' })
    await opened(1)
    await send()
    expect(await robot(id)).toMatchObject({ problem, failures: 1 })
    expect(remote.asked).toBe(0)
  })

  test('a redirect is an answer and is not followed', async () => {
    const { id } = await aSpeaker()
    saysInstead(302, {}, { location: remote.address('wecom') })
    await opened(1)
    await send()
    expect(remote.asked).toBe(1)
    expect(await robot(id)).toMatchObject({ problem: 'ANSWER' })
  })

  test('what a server answers is kept without the address and the secret of the robot', async () => {
    const { id } = await aSpeaker('dingtalk', { secret: 'SEC-a-secret-nobody-reads' })
    saysInstead(500, { errmsg: `no ${remote.address('dingtalk')} SEC-a-secret-nobody-reads` })
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

  test('a robot says what waited once the server has got its secret back, however often it was tried without', async () => {
    const { id } = await aSpeaker()
    const { secret } = school.app.config
    await opened(1)
    school.app.changeSecret('a secret of another machine')
    for (let time = 0; time < 25; time += 1) {
      await send()
      school.clock.move(30 * minute)
    }
    expect(await robot(id)).toMatchObject({ problem: 'SECRET', failures: 0, stopped_at: null })
    school.app.changeSecret(secret)
    await send()
    expect(said()).toHaveLength(1)
    expect(await robot(id)).toMatchObject({ problem: null, enabled: expect.toSatisfy(Boolean) })
  })
})

describe('a process that dies', () => {
  test('between sending and noting it leaves a message that is sent again under the same id', async () => {
    remote.secret = 'a secret that both sides know'
    await aSpeaker('json', { secret: remote.secret })
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
    const ids = remote.group.map(({ body }) => body.id)
    expect(ids).toHaveLength(4)
    expect(ids[2]).toBe(ids[0])
    expect(new Set(ids).size).toBe(3)
  })

  test('of two processes one sends', async () => {
    await aSpeaker()
    await opened(1)
    const config = testConfig('', { outboundAllow: [remote.host], secret: school.app.config.secret })
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

import { auditAdmin } from '@tongchuang/contract/audit.admin.ts'
import type { Input } from '@tongchuang/contract/call.ts'
import { mostRobots, robotsAdmin } from '@tongchuang/contract/robots.admin.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aRobotServer, type RobotServer } from '../../testing/robot-server.ts'
import { reasonOf } from '../../testing/refusal.ts'
import { testApp, type School } from '../../testing/test-app.ts'
import { aGuild, aMember } from '../factory.ts'

const key = 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'
const wecom = `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${key}`
const dingtalk = `https://oapi.dingtalk.com/robot/send?access_token=${key}`

/** These tests have no network access. */
const resolve = async () => Promise.reject(new Error('ENOTFOUND'))

let remote: RobotServer
let school: School
let guild: { id: number }
let lines: string[]
let people: Record<'teacher' | 'assistant' | 'other' | 'admin', { id: number }>
beforeEach(async () => {
  remote = await aRobotServer()
  lines = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  school = await testApp({ log, resolve, config: { baseUrl: 'https://school.example', outboundAllow: [remote.host] } })
  const { db } = school.app
  guild = await aGuild(db, { name: '数学建模组' })
  const [teacher, assistant, other, admin] = [
    await aUser(db, { roles: ['teacher'] }),
    await aUser(db, { roles: ['assistant'] }),
    await aUser(db, { roles: ['teacher'] }),
    await aUser(db, { roles: ['admin'] }),
  ]
  people = { teacher, assistant, other, admin }
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  await aMember(db, { guild_id: guild.id, user_id: assistant.id, role: 'assistant' })
})
afterEach(async () => {
  await school.close()
  await remote.close()
})

const as = (who: keyof typeof people, language: 'zh-CN' | 'en-US' = 'zh-CN') =>
  school.as(people[who], { audience: 'admin', role: who === 'other' ? 'teacher' : who, language })
type Given = Input<typeof robotsAdmin.save>
const robot = (given: Partial<Given> = {}): Given => ({
  guild_id: guild.id,
  kind: 'wecom',
  name: '家校群',
  events: ['announcement', 'task_open'],
  titles: false,
  language: 'zh-CN',
  quiet_from: 21 * 60 + 30,
  quiet_until: 6 * 60 + 30,
  secret_address: wecom,
  ...given,
})
const list = (who: keyof typeof people = 'teacher') => as(who)(robotsAdmin.list, { guild_id: guild.id })

describe('setting a robot up', () => {
  test('who leads the guild connects a group, and its address and secret are never seen again', async () => {
    const made = await as('teacher')(
      robotsAdmin.save,
      robot({ kind: 'dingtalk', secret_address: dingtalk, secret: 'SEC-of-the-robot' }),
    )
    expect(made).toMatchObject({
      ...{ kind: 'dingtalk', name: '家校群', enabled: true, has_secret: true, events: ['announcement', 'task_open'] },
      ...{ address_shown: 'oapi.dingtalk.com/…6bf6', problem: null, sent_at: null, waiting: 0 },
    })
    const stored = await school.app.db.selectFrom('guild_robots').selectAll().execute()
    await as('teacher')(robotsAdmin.test, { guild_id: guild.id, id: made.id })
    const record = await as('admin')(auditAdmin.list, {})
    for (const text of [JSON.stringify([made, await list(), stored, record]), lines.join('')]) {
      expect(text).not.toContain(key)
      expect(text).not.toContain('SEC-of-the-robot')
    }
    expect(record.list.length).toBeGreaterThan(1)
  })

  test('sending twice makes one robot, and a second robot at the same address is refused', async () => {
    const [one, other] = await Promise.all([
      as('teacher')(robotsAdmin.save, robot()),
      as('teacher')(robotsAdmin.save, robot()),
    ])
    expect(other.id).toBe(one.id)
    expect((await list()).robots).toHaveLength(1)
    expect(await reasonOf(as('teacher')(robotsAdmin.save, robot({ name: '另一个' })))).toBe('INVALID')
  })

  test('of two who change a robot at once one gets a conflict, and fields that were not sent are kept', async () => {
    const made = await as('teacher')(
      robotsAdmin.save,
      robot({ kind: 'dingtalk', secret_address: dingtalk, secret: 'SEC' }),
    )
    const change = {
      ...robot({ kind: 'dingtalk', id: made.id, version: made.version, name: '新名字' }),
      secret_address: undefined,
    }
    expect(await as('teacher')(robotsAdmin.save, change)).toMatchObject({ name: '新名字', has_secret: true })
    expect(await reasonOf(as('admin')(robotsAdmin.save, change))).toBe('CONFLICT')
  })

  test('a new address does not keep the secret of the old one', async () => {
    const made = await as('teacher')(
      robotsAdmin.save,
      robot({ kind: 'dingtalk', secret_address: dingtalk, secret: 'SEC' }),
    )
    const changed = robot({ kind: 'dingtalk', id: made.id, version: made.version, secret_address: `${dingtalk}2` })
    expect(await as('teacher')(robotsAdmin.save, changed)).toMatchObject({ has_secret: false })
  })

  test(`a guild has ${mostRobots} robots at most`, async () => {
    for (let n = 0; n < mostRobots; n += 1)
      await as('teacher')(robotsAdmin.save, robot({ secret_address: `${wecom}${n}` }))
    expect(await reasonOf(as('teacher')(robotsAdmin.save, robot()))).toBe('TOO_MANY_ROBOTS')
  })

  test.each([
    ['no address', 'qyapi.weixin.qq.com'],
    ['one with a password', 'https://me:me@qyapi.weixin.qq.com/cgi-bin/webhook/send?key=k'],
    ['another page of the platform', 'https://qyapi.weixin.qq.com/cgi-bin/menu/create?key=k'],
    ['one without its key', 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send'],
    ['one without TLS', 'http://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=k'],
    ['one of another server', dingtalk],
  ])('%s is refused', async (_what, address) => {
    expect(await reasonOf(as('admin')(robotsAdmin.save, robot({ secret_address: address })))).toBe('INVALID')
  })

  test.each([
    ['a host that is not listed', { secret_address: 'https://hooks.example/cgi-bin/webhook/send?key=k' }],
    [
      'a host whose name only begins like one',
      { secret_address: 'https://qyapi.weixin.qq.com.evil.example/cgi-bin/webhook/send?key=k' },
    ],
    [
      'a JSON message',
      { kind: 'json' as const, secret_address: 'https://hooks.example/', secret: 'a secret of sixteen' },
    ],
  ])('%s is for administrators alone', async (_what, given) => {
    expect(await reasonOf(as('teacher')(robotsAdmin.save, robot(given)))).toBe('ROBOT_ADDRESS')
    expect(await reasonOf(as('teacher')(robotsAdmin.test, { guild_id: guild.id, kind: 'wecom', ...given }))).toBe(
      'ROBOT_ADDRESS',
    )
    expect(await as('admin')(robotsAdmin.save, robot(given))).toMatchObject({ enabled: true })
  })

  test('a JSON message without a secret that is long enough is refused', async () => {
    const given = robot({ kind: 'json', secret_address: 'https://hooks.example/', secret: 'short' })
    expect(await reasonOf(as('admin')(robotsAdmin.save, given))).toBe('INVALID')
  })
})

describe('trying a robot', () => {
  const atServer = (given: Partial<Given> = {}) => robot({ secret_address: remote.address('wecom'), ...given })

  test('says something in the group, before it is stored and after', async () => {
    const asTyped = { guild_id: guild.id, kind: 'wecom' as const, secret_address: remote.address('wecom') }
    expect(await as('admin')(robotsAdmin.test, asTyped)).toMatchObject({ problem: null, said: '' })
    const { id } = await as('admin')(robotsAdmin.save, atServer())
    expect(await as('teacher')(robotsAdmin.test, { guild_id: guild.id, id })).toMatchObject({ problem: null })
    expect(remote.group.map(({ text }) => text)).toEqual(
      Array(2).fill(
        `数学建模组\n这是一条测试消息：连上了，以后会在这里说一声。\n打开同窗公会：https://school.example/square/guild_details/${guild.id}/-/all`,
      ),
    )
    expect((await list()).robots[0]).toMatchObject({ sent_at: new Date(school.clock.now()).toISOString() })
  })

  test('answers in the words of the other side, and is held back after six in a minute', async () => {
    const { id } = await as('admin')(robotsAdmin.save, atServer({ secret_address: `${remote.address('wecom')}x` }))
    const tried = () => as('teacher')(robotsAdmin.test, { guild_id: guild.id, id })
    expect(await tried()).toMatchObject({ problem: 'GONE', said: 'invalid webhook url, hint: [1]' })
    expect((await list()).robots[0]).toMatchObject({ problem: 'GONE', enabled: true })
    for (let time = 2; time <= 6; time += 1) await tried()
    expect(await reasonOf(tried())).toBe('TOO_FAST')
    expect(remote.asked).toBe(6)
    school.clock.move(60_000)
    await tried()
  })

  test('never asks a host inside, whatever its name says', async () => {
    await school.close()
    school = await testApp({ resolve: async () => [{ address: '10.0.0.7', family: 4 }] })
    const { db } = school.app
    guild = await aGuild(db)
    people.teacher = await aUser(db, { roles: ['teacher'] })
    await aMember(db, { guild_id: guild.id, user_id: people.teacher.id, role: 'teacher' })
    const asked = { guild_id: guild.id, kind: 'wecom' as const, secret_address: wecom }
    expect(await as('teacher')(robotsAdmin.test, asked)).toMatchObject({ problem: 'PRIVATE', said: '' })
  })
})

test('a robot is switched off and on again with nothing held against it, and removed with all it was to say', async () => {
  const { id } = await as('teacher')(robotsAdmin.save, robot())
  const { db } = school.app
  await db
    .updateTable('guild_robots')
    .set({ failures: 20, stopped_at: 1, problem: 'GONE', said: 'x', enabled: false })
    .execute()
  const switched = (enabled: boolean) => as('teacher')(robotsAdmin.switch, { guild_id: guild.id, id, enabled })
  expect(await switched(true)).toMatchObject({ enabled: true, stopped_at: null, problem: null, said: '' })
  expect(await switched(true)).toMatchObject({ enabled: true })
  expect(await switched(false)).toMatchObject({ enabled: false })
  await as('teacher')(robotsAdmin.remove, { guild_id: guild.id, id })
  expect(await reasonOf(as('teacher')(robotsAdmin.remove, { guild_id: guild.id, id }))).toBe('NOT_FOUND')
  expect((await list()).robots).toEqual([])
})

test('assistants and strangers see and change nothing, and in an archived guild a robot can only be removed', async () => {
  const { id } = await as('teacher')(robotsAdmin.save, robot())
  const input = { guild_id: guild.id, id }
  for (const [who, reason] of [
    ['assistant', 'ROLE'],
    ['other', 'NOT_FOUND'],
  ] as const) {
    expect(await reasonOf(list(who))).toBe(reason)
    expect(await reasonOf(as(who)(robotsAdmin.save, robot()))).toBe(reason)
    expect(await reasonOf(as(who)(robotsAdmin.test, input))).toBe(reason)
    expect(await reasonOf(as(who)(robotsAdmin.switch, { ...input, enabled: false }))).toBe(reason)
    expect(await reasonOf(as(who)(robotsAdmin.remove, input))).toBe(reason)
  }
  await school.app.db.updateTable('guilds').set({ status: 'archived' }).execute()
  expect(await reasonOf(as('teacher')(robotsAdmin.save, robot({ id, version: 0 })))).toBe('ARCHIVED')
  expect(await reasonOf(as('teacher')(robotsAdmin.test, input))).toBe('ARCHIVED')
  expect(await reasonOf(as('teacher')(robotsAdmin.switch, { ...input, enabled: false }))).toBe('ARCHIVED')
  await as('teacher')(robotsAdmin.remove, input)
  expect((await list()).robots).toEqual([])
})

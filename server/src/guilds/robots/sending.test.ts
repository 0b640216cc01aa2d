import { announcementsAdmin } from '@tongchuang/contract/announcements.admin.ts'
import { robotKinds } from '@tongchuang/contract/robots.admin.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type RobotServer } from '../../testing/robot-server.ts'
import { type School } from '../../testing/test-app.ts'
import { aGuild } from '../factory.ts'
import { tellReleased, tellRobots } from './tell-robots.ts'
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

const { db, aSpeaker, opened, send, said, robot } = robotSpeech(() => ({ school, remote, guild, teacher }))

describe('a message', () => {
  test.each(robotKinds)(
    'of a robot of %s is signed as its platform checks it, and has the guild, a count and a link',
    async (kind) => {
      remote.secret = kind === 'wecom' ? '' : 'a secret that both sides know'
      await aSpeaker(kind, { secret: remote.secret })
      await opened(1, '观察日记')
      await send()
      expect(said()).toEqual([
        `数学建模组\n有1个新任务开放了。\n打开同窗公会：https://school.example/square/task_detail/${guild.id}?task=1`,
      ])
      expect(remote.group[0]?.raw).not.toContain('观察日记')
    },
  )

  test.each(['dingtalk', 'feishu', 'json'] as const)(
    'of %s that is signed with another secret is refused there',
    async (kind) => {
      remote.secret = 'a secret that only one side knows'
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
    expect(remote.asked).toBe(0)
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
    remote.secret = 'a secret that both sides know'
    await aSpeaker('json', { secret: remote.secret, language: 'en-US' })
    await opened(1)
    await send()
    const [got] = remote.group
    expect(got?.body).toMatchObject({
      text: expect.stringMatching(/^数学建模组\n1 new task is open\.\nOpen 同窗公会: https/),
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
    expect(remote.asked).toBe(0)
    const { id } = await aSpeaker()
    await opened(2)
    await db().updateTable('guilds').set({ status: 'archived' }).where('id', '=', guild.id).execute()
    await opened(3)
    await send()
    expect(remote.asked).toBe(0)
    const waiting = await db().selectFrom('robot_deliveries').select('about').where('robot_id', '=', id).execute()
    expect(waiting).toEqual([{ about: 'task:2' }])
  })

  test('a copy of the school that was restored elsewhere stays silent until somebody switches the robot on there', async () => {
    await aSpeaker('wecom', { enabled: true })
    await db().updateTable('guild_robots').set({ place: 'another installation' }).execute()
    await opened(1)
    await send()
    expect(remote.asked).toBe(0)
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
    expect(remote.asked).toBe(0)
    school.clock.set('2026-10-12T22:30:00.000Z')
    await send()
    expect(said().map((text) => text.split('\n')[1])).toEqual(['有2个新任务开放了。'])
  })

  test('what could not be said for a day and a half is not said any more', async () => {
    await aSpeaker()
    await opened(1)
    school.clock.move(36 * hour)
    await send()
    expect(remote.asked).toBe(0)
  })
})

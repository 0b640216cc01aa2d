import { robotsAdmin } from '@tongchuang/contract/robots.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RobotServer } from '../../testing/robot-server.ts'
import { robotSpeech, schoolWithRobots } from '../../testing/robot-speech.ts'
import { type School } from '../../testing/test-app.ts'

const minute = 60_000

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

const { aSpeaker, opened, send, saysInstead } = robotSpeech(() => ({ school, remote, guild, teacher }))
const record = async (id: number) =>
  (await school.as(teacher, { audience: 'admin', role: 'teacher' })(robotsAdmin.deliveries, { guild_id: guild.id, id }))
    .list

test('what a robot said is on record: what about, how often it was tried, what came of it and the other side’s words', async () => {
  const { id } = await aSpeaker('wecom', { titles: true })
  expect(await record(id)).toEqual([])
  await opened(1)
  await send()
  saysInstead(500, { errcode: -1, errmsg: 'system busy' })
  await opened(2)
  await send()
  expect(await record(id)).toMatchObject([
    { event: 'task_open', count: 1, state: 'waiting', tries: 1, problem: 'ANSWER', said: 'HTTP 500 system busy' },
    { event: 'task_open', count: 1, state: 'sent', tries: 1, problem: null, said: '' },
  ])
  const [trying] = await record(id)
  expect(trying?.message).toMatch(/^[0-9a-f-]{36}$/)
  remote.instead = null
  school.clock.move(5 * minute)
  await send()
  const [sent] = await record(id)
  expect(sent).toMatchObject({ state: 'sent', tries: 2, problem: null, said: '', message: trying?.message })
  expect(Date.parse(sent?.settled_at ?? '')).toBe(school.clock.now())
})

test('what a robot that went off was to say stays on record as not sent, with the reason', async () => {
  const { id } = await aSpeaker('dingtalk')
  saysInstead(200, { errcode: 300005, errmsg: 'token is not exist' })
  await opened(1)
  await opened(2)
  await send()
  const said = (await record(id)).map(({ state, problem }) => [state, problem])
  expect(said).toEqual([
    ['dropped', null],
    ['dropped', 'GONE'],
  ])
})

test('more than eighteen things in a minute are one message', async () => {
  const { id } = await aSpeaker('wecom')
  for (let at = 0; at < 20; at += 1) await opened(at)
  await send()
  const rows = await record(id)
  expect(rows).toHaveLength(20)
  expect(new Set(rows.map(({ message }) => message)).size).toBe(1)
  expect(remote.asked).toBe(1)
})

test('what a robot said while the clock was a day ahead does not keep it silent once the clock is right again', async () => {
  const { id } = await aSpeaker('wecom')
  school.clock.move(24 * 60 * minute)
  for (let at = 0; at < 18; at += 1) {
    await opened(at)
    await send()
  }
  expect(remote.asked).toBe(18)
  school.clock.move(-24 * 60 * minute)
  await opened(18)
  await send()
  expect(remote.asked).toBe(19)
  expect(await record(id)).toMatchObject([{ state: 'sent' }, ...Array.from({ length: 18 }, () => ({}))])
})

import { createServer, type Server } from 'node:http'
import { mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemAdmin } from '@tongchuang/contract/system.admin.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { openDatabase } from '../db/open.ts'
import { aGuild } from '../guilds/factory.ts'
import { aRobot } from '../guilds/robots/factory.ts'
import { switchRobot } from '../guilds/robots/robot-store.ts'
import { portOf } from '../http/port-of.ts'
import { aProvider } from '../providers/factory.ts'
import { testApp, testConfig, type School } from '../testing/test-app.ts'
import { examine, type Finding } from './examination.ts'
import { cpuTime } from '../testing/cpu-time.ts'

let school: School
let silent: Server
let folder: string
beforeEach(async () => {
  school = await testApp()
  folder = await mkdtemp(join(tmpdir(), 'tongchuang-examined-'))
  // Takes connections and never says a word.
  silent = createServer(() => {}).listen(0, '127.0.0.1')
  silent.on('connection', () => {})
  await new Promise((resolve) => silent.once('listening', resolve))
})
afterEach(async () => {
  silent.closeAllConnections()
  silent.close()
  await school.close()
  await rm(folder, { recursive: true, force: true })
})

const ownPort = () => portOf(silent)
const of = (what: Finding['what'], findings: readonly { what: string; state: string; detail: unknown }[]) =>
  findings.find((one) => one.what === what)

test('an administrator examines the server and reads in their language what is good and what is not set', async () => {
  const admin = await aUser(school.app.db, { roles: ['admin'] })
  const { findings } = await school.as(admin, { audience: 'admin', role: 'admin' })(systemAdmin.examine)
  expect(findings.map(({ what }) => what)).toEqual([
    'disk',
    'database',
    'schema',
    'secret',
    'files',
    'pages',
    'mail',
    'address',
    'outside',
    'providers',
  ])
  expect(of('database', findings)).toMatchObject({ state: 'ok', detail: expect.stringMatching(/完好|PostgreSQL/) })
  expect(of('schema', findings)).toMatchObject({ state: 'ok', detail: '最新' })
  expect(of('mail', findings)).toMatchObject({ state: 'unset', detail: '没有设置SMTP_URL' })
  const english = await school.as(admin, { audience: 'admin', role: 'admin', language: 'en-US' })(systemAdmin.examine)
  expect(of('address', english.findings)).toMatchObject({
    state: 'unset',
    detail: 'Neither BASE_URL nor the address of the site is set',
  })
})

test('an address nobody answers at and a mail server that says nothing are findings, in time', async () => {
  const config = testConfig(school.app.config.dataDir, {
    smtpUrl: `smtp://127.0.0.1:${ownPort()}`,
    baseUrl: `http://127.0.0.1:${ownPort()}`,
  })
  // Everything is waited for as long: on a busy machine the database may take its second, too.
  const found = await examine(config, school.app.database, 1_000)
  expect(of('mail', found)).toMatchObject({ state: 'wrong', detail: { en: 'No answer within 1 s' } })
  expect(of('address', found)).toMatchObject({ state: 'wrong', detail: { zh: '1秒内没有答复' } })
  silent.closeAllConnections()
  silent.close()
  const closed = await examine(config, school.app.database)
  expect(of('address', closed)).toMatchObject({
    state: 'wrong',
    detail: {
      zh: expect.stringContaining('那台机器拒绝连接，端口上没有程序在听'),
      en: expect.stringContaining('ECONNREFUSED'),
    },
  })
  expect(of('mail', closed)).toMatchObject({
    state: 'wrong',
    detail: { zh: expect.stringContaining('那台机器拒绝连接') },
  })
  expect(of('schema', closed)?.state).toBe('ok')
})

test('a database file with a hole is found while the server goes on answering', async () => {
  const database = await openDatabase({ url: null, dataDir: folder, synchronous: 'off' })
  const { db } = database
  await sql`create table pages (id integer primary key, body text not null)`.execute(db)
  const numbers = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 1500000) select hex(randomblob(8)) from n`
  await sql`insert into pages (body) ${numbers}`.execute(db)
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  const config = testConfig(folder)
  await examine(config, database)
  const before = cpuTime()
  expect(of('database', await examine(config, database))).toMatchObject({ state: 'ok', detail: { en: 'Whole' } })
  const whileServing = cpuTime() - before
  const began = cpuTime()
  await sql`pragma quick_check`.execute(db)
  // Compared with reading the file in one go, while nothing else is served.
  expect(whileServing).toBeLessThan((cpuTime() - began) / 2)
  await truncate(join(folder, 'app.db'), 20_000_000)
  expect(of('database', await examine(config, database))?.state).toBe('wrong')
  await database.close()
})

test('a network that lets nothing out is a finding where a robot writes to a server outside', async () => {
  const { db, database, config } = school.app
  expect(of('outside', await examine(config, database))?.state).toBe('unset')
  const guild = await aGuild(db)
  const address_shown = 'qyapi.weixin.qq.com/…0001'
  await aRobot(db, config.secret, { guild_id: guild.id, address_shown })
  const shutIn = async () => [{ address: '10.0.0.1', family: 4 }]
  expect(of('outside', await examine(config, database, 5_000, shutIn))).toMatchObject({
    state: 'wrong',
    detail: { zh: '班级群机器人连不到外面：qyapi.weixin.qq.com（解析到校内或本机的地址，OUTBOUND_ALLOW没有放行）' },
  })
})

test('an administrator whose network lets nothing out reads every server of robots, however many robots write to one', async () => {
  const { db, database, config } = school.app
  const guild = await aGuild(db)
  const address_shown = 'qyapi.weixin.qq.com/…0001'
  const { id } = await aRobot(db, config.secret, { guild_id: guild.id, address_shown })
  const { id: _id, ...row } = await db
    .selectFrom('guild_robots')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const others = Array.from({ length: 500 }, (_, n) => ({
    ...row,
    address_key: `other key ${n}`,
    address_shown: `oapi.dingtalk.com/…${n}`,
  }))
  await db.insertInto('guild_robots').values(others).execute()
  const shutIn = async () => [{ address: '10.0.0.1', family: 4 }]
  const outside = of('outside', await examine(config, database, 5_000, shutIn))
  for (const host of ['oapi.dingtalk.com', 'qyapi.weixin.qq.com'])
    expect(outside).toMatchObject({ detail: { zh: expect.stringContaining(`${host}（解析到校内或本机的地址`) } })
})

test('a robot that went off by itself is named until somebody sees to it; one of an archived guild is not', async () => {
  const { db, database, config } = school.app
  const [guild, old] = [await aGuild(db, { name: '数学建模组' }), await aGuild(db, { name: '去年的班' })]
  const stopped_at = school.clock.now()
  const { id } = await aRobot(db, config.secret, { guild_id: guild.id, name: '家校群', enabled: false, stopped_at })
  await aRobot(db, config.secret, { guild_id: old.id, enabled: false, stopped_at })
  await db.updateTable('guilds').set({ status: 'archived' }).where('id', '=', old.id).execute()
  expect(of('outside', await examine(config, database))).toMatchObject({
    state: 'wrong',
    detail: {
      zh: '自己停下的机器人1个：数学建模组 家校群',
      en: 'Robots that went off by themselves: 1. 数学建模组 家校群',
    },
  })
  await db.updateTable('guild_robots').set({ stopped_at: null }).where('id', '=', id).execute()
  expect(of('outside', await examine(config, database))?.state).toBe('unset')
})

test('robots that came with a restored backup are named until they are switched on here', async () => {
  const { db, database, config } = school.app
  const guild = await aGuild(db, { name: '数学建模组' })
  const given = { guild_id: guild.id, name: '家校群', address_shown: 'robots.school.example/…' }
  const { id } = await aRobot(db, config.secret, given)
  await db.updateTable('guild_robots').set({ place: 'where it was' }).where('id', '=', id).execute()
  expect(of('outside', await examine(config, database))).toMatchObject({
    state: 'wrong',
    detail: {
      zh: '恢复以后还没有打开的机器人1个：数学建模组 家校群',
      en: 'Robots not switched on since the restore: 1. 数学建模组 家校群',
    },
  })
  await switchRobot(db, id, true)
  expect(of('outside', await examine(config, database))?.state).not.toBe('wrong')
})

test('a log-in provider that nobody reaches is named while its button stands at the door', async () => {
  const { db, database, config } = school.app
  expect(of('providers', await examine(config, database))?.state).toBe('unset')
  const remote = createServer((_, response) => response.end('')).listen(0, '127.0.0.1')
  await new Promise((resolve) => remote.once('listening', resolve))
  const port = portOf(remote)
  const { id } = await aProvider(db, config.secret, { kind: 'cas', address: `http://127.0.0.1:${port}/cas` })
  const allowed = { ...config, outboundAllow: [`127.0.0.1:${port}`] }
  expect(of('providers', await examine(config, database))).toMatchObject({ state: 'wrong' })
  expect(of('providers', await examine(allowed, database))).toMatchObject({
    state: 'ok',
    detail: { zh: '学校统一身份认证' },
  })
  remote.closeAllConnections()
  await new Promise((done) => remote.close(done))
  expect(of('providers', await examine(allowed, database))).toMatchObject({
    state: 'wrong',
    detail: { zh: '连不上，用户名和密码照常：学校统一身份认证（连不上）' },
  })
  await db.updateTable('login_providers').set({ enabled: false }).where('id', '=', id).execute()
  expect(of('providers', await examine(allowed, database))?.state).toBe('unset')
})

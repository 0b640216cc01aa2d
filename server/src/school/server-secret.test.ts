import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { beginFactor } from '../accounts/second-factor.ts'
import { closePassword, keepWaiting } from '../accounts/waiting-passwords.ts'
import { aGuild } from '../guilds/factory.ts'
import { aRobot } from '../guilds/robots/factory.ts'
import { aProvider } from '../providers/factory.ts'
import { testApp, testConfig, type School } from '../testing/test-app.ts'
import { examine } from './examination.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const said = async (secret: string) => {
  const { config, database } = school.app
  const found = await examine(testConfig(config.dataDir, { secret }), database)
  return found.find(({ what }) => what === 'secret')
}

test('an operator whose server has got another SECRET reads whose second factor, which log-in, robots and slips it does not open', async () => {
  const { app, clock } = school
  const { secret } = app.config
  expect(await said(secret)).toMatchObject({ state: 'ok', detail: { zh: '还没有用它加密的内容' } })
  const chen = await aUser(app.db, { roles: ['teacher'] })
  await beginFactor(app, chen, clock.now())
  await app.db.updateTable('second_factors').set({ confirmed_at: clock.now() }).execute()
  await aProvider(app.db, secret, { kind: 'oidc', secret: 'of the client', enabled: false })
  await aProvider(app.db, secret, { kind: 'cas', enabled: false })
  await aRobot(app.db, secret, { guild_id: (await aGuild(app.db)).id, enabled: false })
  await keepWaiting(app.db, [{ user_id: (await aUser(app.db)).id, closed: closePassword(secret, 'on a slip') }])
  expect(await said(secret)).toMatchObject({ state: 'ok', detail: { zh: '4项加密的内容都打得开' } })
  expect(await said('the SECRET that somebody has typed in since')).toMatchObject({
    state: 'wrong',
    detail: {
      zh: expect.stringContaining('1个人的两步验证、1种登录方式、1个机器人、1个账号条上的初始密码'),
      en: expect.stringContaining('second factors: 1, log-in providers: 1, robots: 1, initial passwords on slips: 1'),
    },
  })
})

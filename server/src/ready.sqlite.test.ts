import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts } from '@tongchuang/contract/accounts.ts'
import { rankings } from '@tongchuang/contract/rankings.ts'
import { expect, test, vi } from 'vitest'
import { readSettings } from './config.ts'
import { prepareDataFolder } from './data-folder.ts'
import { samplePassword } from './sample-password.ts'
import { listen, openSchool } from './start.ts'
import { sendTo } from './testing/server-process.ts'

test('the sample school has both rankings, with a place for the visitor, as soon as it prints its address', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ready-'))
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  const app = await openSchool(
    prepareDataFolder(
      readSettings({ DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' }, { demo: true }),
    ),
  )
  const end = await listen(app)
  // Background jobs have had no time to run yet.
  await app.jobs.stop()
  const url = /http:\/\/localhost:\d+/.exec(String(said.mock.lastCall))?.[0] ?? ''
  said.mockRestore()
  const { userinfo } = await sendTo(url)(accounts.login, { username: 'student', password: samplePassword })
  const student = sendTo(url, userinfo.token)
  for (const call of [rankings.excellent, rankings.workHard]) {
    // For the term: on a Monday morning the week has little in it.
    const { list, me } = await student(call, { period: 'term' })
    expect(list.length).toBeGreaterThan(2)
    expect(me).toMatchObject({ rank: expect.any(Number) })
  }
  await end()
  await app.http.close()
  await app.database.close()
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)

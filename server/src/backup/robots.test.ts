import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { robotsAdmin } from '@tongchuang/contract/robots.admin.ts'
import { expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild } from '../guilds/factory.ts'
import { aRobot } from '../guilds/robots/factory.ts'
import { tellRobots } from '../guilds/robots/tell-robots.ts'
import { nameDatabase } from '../installation.ts'
import { localFileStore } from '../storage/file-store.ts'
import { testApp } from '../testing/test-app.ts'
import { emptyDatabase } from '../testing/test-database.ts'
import { restore } from './restore.ts'
import { writeArchive } from './write-archive.ts'

test('robots of class groups come back silent until they are switched on there, and with nothing they were still to say', async () => {
  const school = await testApp()
  const folder = await mkdtemp(join(tmpdir(), 'tongchuang-robots-'))
  const { db, database, config } = school.app
  const sourceOf = (of: typeof database) => ({
    ...{ database: of, files: localFileStore(join(folder, 'files')), dataDir: folder },
    ...{ version: '1.0.0', site_name: '第一中学', now: school.clock.now() },
  })
  await nameDatabase(db, 'here')
  const guild = await aGuild(db)
  const admin = await aUser(db, { roles: ['admin'] })
  await aRobot(db, config.secret, { guild_id: guild.id, name: '家校群' })
  const said = { title: '', link: '/' }
  await tellRobots(db, { guild_id: guild.id, event: 'task_open', about: 'task:1', key: '', said, now: 1 })
  const archive = join(folder, 'school.zip')
  await writeArchive(archive, sourceOf(database))

  const elsewhere = await emptyDatabase()
  await restore(archive, { ...sourceOf(elsewhere), hasOwnSecret: true })
  await nameDatabase(elsewhere.db, 'elsewhere')
  const restored = await testApp({ database: elsewhere })
  const as = restored.as(admin, { audience: 'admin', role: 'admin' })
  const [robot] = (await as(robotsAdmin.list, { guild_id: guild.id })).robots
  expect(robot).toMatchObject({ name: '家校群', enabled: true, moved: true, waiting: 0 })
  await restored.app.jobs.run('robots.send')
  const on = { guild_id: guild.id, id: robot?.id ?? 0, enabled: true }
  expect(await as(robotsAdmin.switch, on)).toMatchObject({ enabled: true, moved: false })
  await restored.close()
  await school.close()
  await rm(folder, { recursive: true, force: true })
}, 60_000)

import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSettings, defaultSettings, readSetting, readSettings, writeSettings } from './settings.ts'
import { freshDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.close())

test('a new school has the defaults, and keeps what was decided beside them', async () => {
  const { db } = database
  expect(await readSettings(db)).toEqual(defaultSettings)
  await writeSettings(db, { site_name: '一中', rankings: 'site' })
  await writeSettings(db, { rankings: 'off' })
  await writeSettings(db, {})
  expect(await readSettings(db)).toEqual({ ...defaultSettings, site_name: '一中', rankings: 'off' })
  expect([await readSetting(db, 'rankings'), await readSetting(db, 'timezone')]).toEqual(['off', 'Asia/Shanghai'])
})

test('a change of a setting is seen at once by its process, and by others when they read the settings again', async () => {
  const { db } = database
  const [here, there] = [createSettings(db), createSettings(db)]
  expect((await there.read()).site_name).toBe('同窗公会')
  await here.change({ site_name: '一中' })
  expect([(await here.read()).site_name, (await there.read()).site_name]).toEqual(['一中', '同窗公会'])
  expect(await here.read()).toBe(await here.read())
})

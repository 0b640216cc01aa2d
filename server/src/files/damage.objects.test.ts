import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { testApp } from '../testing/test-app.ts'
import { freshObjects, missingObjects } from '../testing/test-objects.ts'
import { describeUnless } from '../testing/where-possible.ts'
import { linkTo } from './cards.ts'
import { compareEvery } from './damage.ts'
import { damagedFiles } from './damage-store.ts'
import { aFile } from './factory.ts'
import { fileRoutes } from './routes.ts'

describeUnless(missingObjects, 'damaged files in an object store', () => {
  test('comparing all files finds those that are missing, too short or changed', async () => {
    const school = await testApp({ config: { objects: await freshObjects() }, features: [fileRoutes] })
    const { app } = school
    const student = await aUser(app.db)
    const token = await school.signIn(student)
    const stored = (name: string, text: string) =>
      aFile(app.db, { owner_id: student.id, name }, { files: app.files, bytes: Buffer.from(text) })
    const [missing, short, other, whole] = [
      await stored('missing.txt', '一'),
      await stored('short.txt', '二二'),
      await stored('other.txt', '三三'),
      await stored('whole.txt', '四'),
    ]
    await app.files.remove(missing.upload_id, 'asked')
    const folder = await mkdtemp(join(tmpdir(), 'tongchuang-damage-'))
    const replace = async (key: string, text: string) => {
      await writeFile(join(folder, 'x'), text)
      await app.files.keep(key, join(folder, 'x'))
    }
    await replace(short.upload_id, '二')
    await replace(other.upload_id, '叁叁')
    await rm(folder, { recursive: true })
    expect(await compareEvery(app, Date.now())).toEqual({ total: 4, damaged: 3 })
    const found = (await damagedFiles(app.db, 10)).list.map(({ name, damage }) => `${name} ${damage}`)
    expect(found.toSorted()).toEqual(['missing.txt missing', 'other.txt changed', 'short.txt size'])
    const statusOf = async (id: number) =>
      (await school.inject({ method: 'GET', url: linkTo(app, id, 'original', student.id), headers: { token } }))
        .statusCode
    expect([await statusOf(missing.id), await statusOf(whole.id)]).toEqual([404, 200])
    await school.close()
  })
})

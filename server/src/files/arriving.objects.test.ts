import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { freshObjects, missingObjects } from '../testing/test-objects.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { listen, uploading } from '../testing/uploading.ts'
import { describeUnless } from '../testing/where-possible.ts'
import { fileRoutes } from './routes.ts'

const MB = 2 ** 20
const day = 24 * 3_600_000

let school: School
let base: string
let token: string

describeUnless(missingObjects, 'uploads under way in an object store', () => {
  beforeEach(async () => {
    school = await testApp({ config: { objects: await freshObjects() }, features: [fileRoutes] })
    base = await listen(school.app)
    token = await school.signIn(await aUser(school.app.db))
  })
  afterEach(() => school.close())
  const { begin, send, rows } = uploading(() => ({ school, base, token }))
  const zip = (size: number) => Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), randomBytes(size - 4)])

  test('go on for days while something arrives, whole parts or less than one, and are given up a day later', async () => {
    for (const bytes of [zip(8 * MB), zip(100)]) {
      const location = (await begin({ name: 'a.zip', size: 20 * MB })).headers.get('location') ?? ''
      expect((await send(location, 0, bytes)).status).toBe(204)
    }
    await begin({ name: '没有开始.zip', size: 20 * MB })
    // The store has its own clock.
    school.clock.set(Date.now())
    await school.app.db
      .updateTable('files')
      .set({ created_at: Date.now() - 2 * day })
      .execute()
    await school.app.jobs.run('files.uploads')
    expect((await rows()).map(({ name }) => name)).toEqual(['a.zip', 'a.zip'])
    // It tells whole seconds, rounded up: an upload may seem to have arrived a moment later than it did.
    school.clock.set(Date.now() + day + 2_000)
    await school.app.jobs.run('files.uploads')
    expect(await rows()).toEqual([])
  })
})

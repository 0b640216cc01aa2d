import { categoriesAdmin } from '@tongchuang/contract/categories.admin.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

test('two administrators who change different things of one category both find theirs on it', async () => {
  const administrator = async () =>
    school.as(await aUser(school.app.db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
  const [one, two] = [await administrator(), await administrator()]
  const above = (await one(categoriesAdmin.save, { name: '艺术', hue: 'art' })).at(-1)!
  const words = { pid: above.id, name: '摄影', description: '光和影', hue: 'tech', visible: true } as const
  const { id } = (await one(categoriesAdmin.save, words)).at(-1)!
  await one(categoriesAdmin.save, { id, name: '摄影与录像' })
  const list = await two(categoriesAdmin.save, { id, visible: false })
  expect(list.find((category) => category.id === id)).toMatchObject({ ...words, name: '摄影与录像', visible: false })
  for (const lacking of [{ name: '没有颜色' }, { hue: 'art' }] as const)
    expect(await reasonOf(two(categoriesAdmin.save, lacking))).toBe('INVALID')
})

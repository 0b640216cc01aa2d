// @vitest-environment happy-dom
import { categoriesAdmin } from '@tongchuang/contract/categories.admin.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Categories } from './categories.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('an administrator who renames a category sends its name alone, and leaves what another has changed meanwhile', async () => {
  const category = { id: 4, pid: 0, name: '艺术', description: '画与乐', hue: 'art', visible: true, guild_count: 2 }
  const sent: unknown[] = []
  connect(async ({ path, input }) => {
    if (path === categoriesAdmin.save.path) sent.push(input)
    return { code: 1, msg: '', time: 0, data: [category] }
  })
  const page = await openPage(<Categories />)
  const settle = () => page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  await settle()
  await page.doing(() => page.all('li button').at(-1)?.click())
  await page.write(page.all('form input')[0]!, '美术')
  await page.doing(() => page.all('form')[0]?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  await settle()
  expect(sent).toEqual([{ id: 4, name: '美术' }])
  await page.close()
})

// @vitest-environment happy-dom
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { RoleContext } from '@tongchuang/ui/permission.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { GuildList } from './guild-list.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('a teacher who lost the answer about a new guild and makes it again asks for the same guild', async () => {
  const keys: unknown[] = []
  connect(async ({ path, input }) => {
    if (path === guildSettings.list.path)
      return { code: 1, msg: '', time: 0, data: { list: [], total: 0, next: null } } as never
    if (path !== guildSettings.create.path) return { code: 1, msg: '', time: 0, data: [] } as never
    keys.push((input as { key?: string }).key)
    if (keys.length === 1) throw new TypeError('the connection broke')
    return { code: 1, msg: '', time: 0, data: { id: 9 } } as never
  })
  const page = await openPage(
    <RoleContext value="teacher">
      <GuildList />
    </RoleContext>,
  )
  const makeIt = async (name: string) => {
    await page.doing(() => page.named('button', '新建公会').click())
    await page.write(page.all('dialog input')[0]!, name)
    await page.doing(() => page.all('form')[0]?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
    await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  }
  await makeIt('观鸟社')
  await page.doing(() => page.named('button', '取消').click())
  await makeIt('观鸟社')
  expect(keys).toEqual([expect.stringMatching(/.{8}/), keys[0]])
  expect(page.address()).toContain('9')
  await page.close()
})

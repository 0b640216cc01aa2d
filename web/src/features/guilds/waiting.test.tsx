// @vitest-environment happy-dom
import { catalog } from '@tongchuang/contract/catalog.ts'
import type { Profile } from '@tongchuang/contract/profile.ts'
import { ProfileContext } from '@tongchuang/ui/profile.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { GuildList } from './guild-list.tsx'

test('a student who asks for all guilds after a list that was empty is not told that there are none', async () => {
  for (const part of ['auth', 'inside', 'school'] as const) await loadTexts(part)
  connect(async ({ path, input }) => {
    const isList = path === catalog.guilds.path
    // The list of all guilds is on its way for as long as this test looks.
    if (isList && (input as { scope: string }).scope === 'all') await new Promise(() => undefined)
    return { code: 1, msg: '', time: 0, data: isList ? { list: [], next: null } : [] }
  })
  const page = await openPage(
    <ProfileContext value={{ id: 1 } as Profile}>
      <GuildList />
    </ProfileContext>,
    '/tradeunion/index?scope=mine',
  )
  const said = async () => {
    await page.doing(() => new Promise((resolve) => setTimeout(resolve, 10)))
    return document.body.textContent
  }
  await expect.poll(said).toContain('没有符合条件的公会')
  await page.doing(() => page.named('button', '清除筛选').click())
  expect(await said()).not.toMatch(/没有符合条件的公会|还没有公会/)
  await page.close()
})

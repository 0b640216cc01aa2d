// @vitest-environment happy-dom
import { catalog } from '@tongchuang/contract/catalog.ts'
import { Profile } from '@tongchuang/contract/profile.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { ProfileContext } from '@tongchuang/ui/profile.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { GuildList } from './guild-list.tsx'

test('a student of a district is not told that the guilds of the first page are all that can be joined', async () => {
  for (const part of ['auth', 'inside', 'school'] as const) await loadTexts(part)
  const first = sampleOf(catalog.guilds.output, {
    list: [{ id: 1, join_policy: 'open', my_status: 'none' }],
    next: 'b',
  })
  connect(async ({ path }) => ({ code: 1, msg: '', time: 0, data: path === catalog.guilds.path ? first : [] }))
  const page = await openPage(
    <ProfileContext value={sampleOf(Profile)}>
      <GuildList />
    </ProfileContext>,
  )
  const said = async () => {
    await page.doing(() => new Promise((resolve) => setTimeout(resolve, 10)))
    return page.all('h2').map(({ textContent }) => textContent)
  }
  await expect.poll(said).toContain('还没加入1个以上可以加入')
})

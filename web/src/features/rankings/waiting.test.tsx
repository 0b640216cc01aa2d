// @vitest-environment happy-dom
import { rankings } from '@tongchuang/contract/rankings.ts'
import type { Profile } from '@tongchuang/contract/profile.ts'
import { ProfileContext } from '@tongchuang/ui/profile.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { RankingBlock } from './ranking-block.tsx'

const place = { rank: 1, change: null, user_id: 7, nickname: '林雨桐', avatar: null, level: 3, guild_name: null }
const list = [{ ...place, value: 95.5, detail: 4, is_me: false }]
const me = { rank: 2, change: null, value: 90, detail: 3, to_next: 5.5 }

test('a student who turns to the other ranking never reads the places of the first as those of the other', async () => {
  for (const part of ['auth', 'inside', 'school'] as const) await loadTexts(part)
  connect(async ({ path }) => {
    if (path === rankings.workHard.path) await new Promise(() => undefined)
    return { code: 1, msg: '', time: 0, data: { list, me, neighbours: [] } }
  })
  const page = await openPage(
    <ProfileContext value={{ user_id: 1, nickname: '小满', avatar: '' } as Profile}>
      <RankingBlock />
    </ProfileContext>,
  )
  const said = async () => {
    await page.doing(() => new Promise((resolve) => setTimeout(resolve, 10)))
    return document.body.textContent
  }
  await expect.poll(said).toContain('林雨桐')
  await page.doing(() => page.named('button', '勤奋榜').click())
  expect(await said()).not.toContain('林雨桐')
  await page.close()
})

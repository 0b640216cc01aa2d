// @vitest-environment happy-dom
import { accounts } from '@tongchuang/contract/accounts.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { ProfileContext } from '@tongchuang/ui/profile.tsx'
import { SiteContext, type Site } from '@tongchuang/ui/site.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { aProfile } from '@tongchuang/ui/testing/profile.ts'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { RankingPart } from './ranking-part.tsx'

beforeAll(() => Promise.all([loadTexts('inside'), loadTexts('myCenter')]))

const me = aProfile({ nickname: '林雨桐', ranking_visibility: 'nickname' })
const saidIn = async (ranking_list: Site['ranking_list']): Promise<string> => {
  const site = { data: sampleOf(accounts.site.output, { ranking_list }), error: null, refetch: () => undefined }
  const page = await openPage(
    <SiteContext value={site}>
      <ProfileContext value={me}>
        <RankingPart />
      </ProfileContext>
    </SiteContext>,
  )
  const said = document.body.textContent
  await page.close()
  return said
}

test('a student of a school for minors is not told that classmates read their name in the rankings', async () => {
  expect(await saidIn('own')).toContain('学校不公开名字')
  expect(await saidIn('own')).not.toContain('林雨桐')
  expect(await saidIn('names')).toContain('上榜时显示「林雨桐」和头像')
})

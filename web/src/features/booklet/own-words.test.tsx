// @vitest-environment happy-dom
import { submissions } from '@tongchuang/contract/submissions.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { keptText } from '@tongchuang/ui/kept-text.ts'
import { ProfileContext } from '@tongchuang/ui/profile.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { textFieldOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { aProfile } from '@tongchuang/ui/testing/profile.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { BookletPage } from './booklet-page.tsx'

beforeAll(async () => {
  for (const part of ['auth', 'inside', 'school', 'myCenter', 'taskDetail'] as const) await loadTexts(part)
})
afterEach(() => localStorage.clear())

test('a student who goes on with the sentence of their booklet goes on from what another window has written', async () => {
  const mine = sampleOf(submissions.mine.output, {
    list: [{ status: 'released', state: 'passed', went_back: false, featured: false }],
    next: null,
  })
  connect(async ({ path }) => ({
    ...{ code: 1, msg: '', time: 0 },
    data: path === submissions.mine.path ? mine : [],
  }))
  const page = await openPage(
    <ProfileContext value={aProfile({ id: 1, user_id: 1 })}>
      <BookletPage certificate={() => null} />
    </ProfileContext>,
  )
  await expect
    .poll(async () => {
      await page.doing(() => undefined)
      return page.all('input[maxlength]').length
    })
    .toBe(1)
  const field = () => textFieldOf(page.all('input[maxlength]')[0])
  const other = keptText('booklet-words:1')
  other.write('这学期我学会了画图')
  await page.doing(() => field().focus())
  expect(field().value).toBe('这学期我学会了画图')
  await page.write(field(), '这学期我学会了画图，也学会了问')
  await page.doing(() => field().blur())
  await page.doing(() => field().focus())
  expect(other.read()).toBe('这学期我学会了画图，也学会了问')
})

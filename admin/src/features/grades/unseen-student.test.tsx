// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { createRef } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { MeContext } from '@tongchuang/ui/me.tsx'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { ConflictPanel } from './conflict-panel.tsx'
import type { Entry } from './entries.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import type { Entering } from './use-entering.ts'

beforeAll(() => loadTexts('zh-CN'))

const pasted = { task_id: 3, user_id: 4, typed: { word: 'score', score: 80 }, base_version: 0, at: 0 } as const
const theirs = { version: 1, word: 'score', score: 70, text: '', held: true, released_at: null, by: '李老师', at: null }

test('a teacher who is asked about a pasted score of a student whom the filter hides is not shown a gap for a name', async () => {
  const titleOf = async (entry: Entry) => {
    const entering = { entries: new Map([['3.4', entry]]) } as unknown as Entering
    const page = await openPage(
      <MeContext value={aMe({ id: 11 })}>
        <ConflictPanel box={createRef()} rows={[]} entering={entering} view={null} />
        <ReasonDialog rows={[]} entering={entering} />
      </MeContext>,
    )
    const title = page.all('h2')[0]?.textContent
    await page.close()
    return title
  }
  expect(await titleOf({ ...pasted, state: 'conflict', theirs: { ...theirs, word: 'score' } })).toBe(
    '表里没显示的一位同学有两个分',
  )
  expect(await titleOf({ ...pasted, state: 'reason' })).toBe('把表里没显示的一位同学的结果改成80')
})

// @vitest-environment happy-dom
import { termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import type { Guild } from './queries.ts'
import { TermCard } from './term.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('a teacher who lost the answer to a copy and copies again asks for the same copy', async () => {
  const keys: unknown[] = []
  connect(async ({ path, input }) => {
    if (path !== termsAdmin.copyGuild.path) return { code: 1, msg: '', time: 0, data: null } as never
    keys.push((input as { key?: string }).key)
    if (keys.length === 1) throw new TypeError('the connection broke')
    return { code: 1, msg: '', time: 0, data: { guild_id: 9, chapters: 0, tasks: 0, members: 0 } }
  })
  const page = await openPage(<TermCard guild={{ id: 4, name: '观鸟社', status: 'active' } as unknown as Guild} />)
  const copyIt = async () => {
    await page.doing(() => page.named('button', '复制到下学期').click())
    await page.doing(() => page.all('form')[0]?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
    await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  }
  await copyIt()
  await page.doing(() => page.named('button', '取消').click())
  await copyIt()
  expect(keys).toEqual([expect.stringMatching(/.{8}/), keys[0]])
  await page.close()
})

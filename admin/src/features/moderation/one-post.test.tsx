// @vitest-environment happy-dom
import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { adminPaths } from '@tongchuang/contract/paths.ts'
import { sentWith } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Posts } from './posts.tsx'

beforeAll(() => loadTexts('zh-CN'))

const guild = { id: 6, name: '数学建模组', status: 'active', may: { moderate: true } }
const posts = [5, 6, 7, 8].map((id) => ({
  ...{ id, parent_id: id === 5 ? null : 5, content_html: `<p>第 ${id} 条</p>`, created_at: '2026-10-12T01:00:00.000Z' },
  ...{ task_id: 31, task: '食堂排队', guild_id: 6, visibility: 'shown', like_count: 0, edit_count: 0, deleted: false },
  ...{ author: { badge: null }, writer: { nickname: '小许', real_name: `同学${id}` }, reply_count: id === 5 ? 3 : 0 },
}))

/** The server with one thread of a question and three replies, one on a page. */
const serve = () => {
  const asked: object[] = []
  connect(async ({ path, input }) => {
    const answer = (data: object) => ({ code: 1 as const, msg: '', time: 0, data })
    asked.push(input)
    if (path === guildSettings.list.path) return answer({ list: [guild], next: null })
    if (path === guildSettings.detail.path)
      return input.guild_id === guild.id
        ? answer(guild)
        : { code: 0 as const, msg: '没有找到', time: 0, data: { reason: 'NOT_FOUND' } }
    if (path !== discussionsAdmin.list.path) return answer({})
    const { post_id, parent_id, after = '0' } = sentWith(discussionsAdmin.list, input)
    const at = Number(after)
    if (parent_id !== undefined) return answer({ list: [posts[1 + at]], next: at < 2 ? String(at + 1) : null })
    return answer({ list: post_id === 99 ? [] : [posts[0]], next: null })
  })
  return asked
}
const open = (post: number) => openPage(<Posts />, adminPaths.post({ guild: 6, post }))

test('a link to a reply opens its thread at the reply, on whatever page of the replies it stands', async () => {
  const asked = serve()
  const page = await open(8)
  // The requests in order: the guilds, the thread, then one page of replies at a time; each is rendered before the next
  // is requested.
  for (const calls of [2, 3, 4, 5, 6])
    await page.doing(() => expect.poll(() => asked.length).toBeGreaterThanOrEqual(calls))
  const meant = async () => {
    await page.doing(() => {})
    return page.all('li[aria-current]').length
  }
  await expect.poll(meant).toBe(1)
  expect(page.all('li[aria-current]')[0]?.textContent).toContain('第 8 条')
  expect(page.all('li').map((row) => row.getAttribute('aria-label'))).toEqual(
    ['同学5', '同学6', '同学7', '同学8'].map((name) => `${name}的发言`),
  )
  expect(asked[2]).toMatchObject({ guild_id: 6, post_id: 8 })
  await page.doing(() => page.named('button', '看全部发言').click())
  expect(page.address()).not.toContain('post=')
  await page.close()
})

test('a link to a post that is no longer there says so', async () => {
  serve()
  const page = await open(99)
  await page.doing(() => expect.poll(() => document.body.textContent).toContain('这条发言已经不在了'))
  await page.close()
})

test('an old link to a post of a guild where one assists no more says so calmly, with the way to one’s own guilds', async () => {
  serve()
  const said: unknown[] = []
  const page = await openPage(<Posts />, adminPaths.post({ guild: 9, post: 8 }), (error) => said.push(error))
  await page.doing(() => expect.poll(() => document.body.textContent).toContain('这条发言已经不在了'))
  expect([document.body.textContent.includes('加载失败'), page.all('[role="alert"]'), said]).toEqual([false, [], []])
  await page.doing(() => page.named('button', '看我的公会').click())
  expect(page.address()).not.toMatch(/guild=|post=/)
  await page.close()
})

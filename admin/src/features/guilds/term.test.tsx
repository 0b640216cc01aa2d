// @vitest-environment happy-dom
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { TermCard } from './term.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('a teacher who lost the answer to a copy and copies again asks for the same copy', async () => {
  const keys: unknown[] = []
  connect(async ({ path, input }) => {
    if (path !== termsAdmin.copyGuild.path) return { code: 1, msg: '', time: 0, data: null }
    keys.push(input.key)
    if (keys.length === 1) throw new TypeError('the connection broke')
    return { code: 1, msg: '', time: 0, data: { guild_id: 9, chapters: 0, tasks: 0, members: 0 } }
  })
  const page = await openPage(
    <TermCard guild={sampleOf(guildSettings.detail.output, { id: 4, name: '观鸟社', status: 'active' })} />,
  )
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

test('a teacher who types another number of days is shown no refusal on the way to it', async () => {
  const asked: unknown[] = []
  connect(async ({ path, input }) => {
    if (path !== termsAdmin.previewCopy.path) return { code: 1, msg: '', time: 0, data: null }
    asked.push(input.days)
    const data = {
      chapters: 0,
      tasks: 3,
      criteria: 0,
      staff: 1,
      members: 20,
      waiting: 0,
      held: 0,
      under_way: 0,
      first: [],
    }
    return { code: 1, msg: '', time: 0, data }
  })
  const page = await openPage(
    <TermCard guild={sampleOf(guildSettings.detail.output, { id: 4, name: '观鸟社', status: 'active' })} />,
  )
  await page.doing(() => page.named('button', '复制到下学期').click())
  const field = page.all('input[type=number]')[0]!
  for (const typed of ['', '36500', '365']) await page.write(field, typed)
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  expect(asked).toEqual([182, 365])
  await page.close()
})

test('a teacher who archives the old guild with its copy reads of results that are reviewed and not released yet', async () => {
  const data = {
    chapters: 0,
    tasks: 3,
    criteria: 0,
    staff: 1,
    members: 20,
    waiting: 0,
    held: 4,
    under_way: 0,
    first: [],
  }
  connect(async () => ({ code: 1, msg: '', time: 0, data }))
  const page = await openPage(
    <TermCard guild={sampleOf(guildSettings.detail.output, { id: 4, name: '观鸟社', status: 'active' })} />,
  )
  await page.doing(() => page.named('button', '复制到下学期').click())
  const said = () => page.all('dialog')[0]?.textContent
  expect(said()).not.toContain('未公布')
  await page.doing(() => page.named('label', '归档').click())
  expect(said()).toContain('4个结果未公布，归档后不能再公布')
  expect(said()).not.toContain('没批')
  await page.close()
})

test('a teacher who archives a guild reads before what of it is not finished', async () => {
  const data = {
    chapters: 0,
    tasks: 3,
    criteria: 0,
    staff: 1,
    members: 20,
    waiting: 2,
    held: 0,
    under_way: 5,
    first: [],
  }
  connect(async () => ({ code: 1, msg: '', time: 0, data }))
  const page = await openPage(
    <TermCard guild={sampleOf(guildSettings.detail.output, { id: 4, name: '观鸟社', status: 'active' })} />,
  )
  await page.doing(() => page.named('button', '归档公会').click())
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  const said = page.all('dialog')[0]?.textContent
  expect(said).toContain('还有2份作品没批')
  expect(said).toContain('5人还有任务在做')
  expect(said).not.toContain('未公布')
  await page.close()
})

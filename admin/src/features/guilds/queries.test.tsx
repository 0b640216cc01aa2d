// @vitest-environment happy-dom
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { meKey } from '@tongchuang/ui/me.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useQuery } from '@tanstack/react-query'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { createGuild, useGuildChange } from './queries.ts'

beforeAll(() => loadTexts('zh-CN'))

test('a teacher who makes a first guild is not said to have none any more', async () => {
  let guilds = 0
  connect(async ({ path }) => {
    if (path === guildSettings.create.path) guilds += 1
    return { code: 1, msg: '', time: 0, data: { id: 4 } }
  })
  const Frame = () => {
    const { data } = useQuery({ queryKey: meKey, queryFn: () => guilds, staleTime: Infinity })
    const create = useGuildChange(createGuild)
    return (
      <button onClick={() => create.mutate({ name: '一班', hue: 'tech', join_policy: 'approval' })}>
        {data}个公会
      </button>
    )
  }
  const page = await openPage(<Frame />)
  const settle = async () => {
    for (let turn = 0; turn < 3; turn += 1) await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  }
  await settle()
  expect(document.body.textContent).toContain('0个公会')
  await page.doing(() => page.named('button', '0个公会').click())
  await settle()
  expect(document.body.textContent).toContain('1个公会')
  await page.close()
})

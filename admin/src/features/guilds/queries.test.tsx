// @vitest-environment happy-dom
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { meKey } from '@tongchuang/ui/me.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useQuery } from '@tanstack/react-query'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { createGuild, guildQuery, useGuildChange, useNewCode } from './queries.ts'

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

test('a teacher is told that a guild is made while what shows guilds is still being read', async () => {
  connect(async () => ({ code: 1, msg: '', time: 0, data: { id: 4 } }))
  let isSlow = false
  const Frame = () => {
    useQuery({ queryKey: meKey, queryFn: () => (isSlow ? new Promise(() => undefined) : 0), staleTime: Infinity })
    const create = useGuildChange(createGuild)
    const given = { name: '一班', hue: 'tech', join_policy: 'approval' } as const
    return <button onClick={() => create.mutate(given)}>{create.isSuccess ? '建好了' : '新建'}</button>
  }
  const page = await openPage(<Frame />)
  isSlow = true
  await page.doing(() => page.named('button', '新建').click())
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  expect(page.all('button')[0]?.textContent).toBe('建好了')
  await page.close()
})

test('a teacher who renews the invite code has the new one before their eyes, in its address too', async () => {
  const before = { id: 4, invite_code: 'ABCD2345', invite_url: 'https://school.cn/register?invite=ABCD2345' }
  let reads = 0
  connect(async ({ path }) => {
    if (path === guildSettings.renewCode.path) return { code: 1, msg: '', time: 0, data: { invite_code: 'WXYZ6789' } }
    reads += 1
    return reads > 1 ? new Promise(() => undefined) : { code: 1, msg: '', time: 0, data: before }
  })
  const Code = () => {
    const { data } = useQuery(guildQuery(4))
    const renew = useNewCode(4)
    return <button onClick={() => renew.mutate(undefined)}>{data?.invite_url}</button>
  }
  const page = await openPage(<Code />)
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  await page.doing(() => page.named('button', 'ABCD2345').click())
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  expect(page.all('button')[0]?.textContent).toBe('https://school.cn/register?invite=WXYZ6789')
  await page.close()
})

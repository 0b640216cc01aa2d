// @vitest-environment happy-dom
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { GuildHead } from './guild-head.tsx'
import { InviteCard } from './invite.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('a teacher of an archived guild is not told to let students in by its code, and does not show it to a class', async () => {
  connect(async () => ({ code: 1, msg: '', time: 0, data: [] }))
  const saidOf = async (status: 'active' | 'archived') => {
    const guild = sampleOf(guildSettings.detail.output, {
      id: 7,
      status,
      invite_code: 'SXJM7892',
      may: { lead: false },
    })
    const page = await openPage(
      <>
        <GuildHead guild={guild} tab="settings" />
        <InviteCard guild={guild} />
      </>,
    )
    const said = document.body.textContent
    await page.close()
    return [said.includes('在学生端「公会」页输入'), said.includes('现在不能用它加入'), said.split('投影').length - 1]
  }
  expect(await saidOf('active')).toEqual([true, false, 2])
  expect(await saidOf('archived')).toEqual([false, true, 0])
})

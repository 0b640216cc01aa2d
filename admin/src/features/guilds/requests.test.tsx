// @vitest-environment happy-dom
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { guildsAdmin } from '@tongchuang/contract/guilds.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { toasts } from '@tongchuang/ui/toast.ts'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Requests } from './requests.tsx'

beforeAll(() => loadTexts('zh-CN'))

const guild = sampleOf(guildSettings.detail.output, {
  id: 7,
  may: { lead: true, admit: true },
})
const requestOf = (user_id: number, real_name: string) => ({
  ...{ user_id, real_name, nickname: real_name, avatar: '', message: '', created_at: '2026-11-30T02:00:00.000Z' },
})

test('a teacher who lets a student in cannot answer the same request again while the list is read anew', async () => {
  toasts.set([])
  const sent: unknown[] = []
  let reads = 0
  connect(async ({ path, input }) => {
    if (path === guildsAdmin.answerJoin.path) {
      sent.push(input.user_ids)
      return { code: 1, msg: '', time: 0, data: { answered: 1 } }
    }
    // The list that is read after an answer is on its way for long.
    reads += 1
    if (reads > 1) await new Promise(() => undefined)
    const list = [requestOf(1, '王芳'), requestOf(2, '李雷')]
    return { code: 1, msg: '', time: 0, data: { list, total: 2, next: null } }
  })
  const page = await openPage(<Requests guild={guild} />)
  const names = () => page.all('li b').map(({ textContent }) => textContent)
  await page.doing(() => expect.poll(names).toEqual(['王芳', '李雷']))
  await page.doing(() => page.all('li')[0]?.querySelectorAll('button')[1]?.click())
  await page.doing(() => expect.poll(names).toEqual(['李雷']))
  expect(sent).toEqual([[1]])
  expect(toasts.get()).toMatchObject([{ text: '处理了1个申请' }])
  await page.close()
})

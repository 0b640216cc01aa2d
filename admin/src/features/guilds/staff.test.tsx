// @vitest-environment happy-dom
import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import type { Staff } from './queries.ts'
import { StaffList } from './staff.tsx'

beforeAll(() => loadTexts('zh-CN'))

const guild = sampleOf(guildSettings.detail.output, { id: 6, may: { lead: true } })
const seen = {
  ...{ role: 'assistant' as const, title: '课代表', can_review: true, can_moderate: false },
  ...{ can_admit: false, can_see_grades: true },
}
const assistant = sampleOf(guildPeople.staff.output.items, { user_id: 7, username: 'lin', nickname: '小林', ...seen })

/**
 * The staff of a guild after a colleague’s change; the open page still shows the earlier list and saves on top of it.
 */
const opened = async (after: Staff[]) => {
  const sent: object[] = []
  let staff = [assistant]
  connect(async ({ path, input }) => {
    if (path === guildPeople.staff.path) return { code: 1, msg: '', time: 0, data: staff }
    sent.push(input)
    if (sent.length > 1) return { code: 1, msg: '', time: 0, data: staff }
    staff = after
    return { code: 0, msg: '刚有人改过', time: 0, data: { reason: 'CHANGED' } }
  })
  const page = await openPage(<StaffList guild={guild} />)
  const settle = () => page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  const press = async (name: string) => {
    await page.doing(() => page.named('button', name).click())
    await settle()
  }
  const save = async () => {
    await page.doing(() => page.all('form')[0]?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
    await settle()
  }
  await settle()
  await press('修改小林')
  await page.write(page.all('input[maxlength="20"]')[0]!, '学习委员')
  return { page, sent, save }
}

test('a title that is corrected stays typed while a colleague takes a power away, and is saved upon that', async () => {
  const { page, sent, save } = await opened([{ ...assistant, can_see_grades: false }])
  await save()
  expect(page.all('input[maxlength="20"]')[0]).toMatchObject({ value: '学习委员' })
  await save()
  const now = { ...seen, can_see_grades: false }
  expect(sent).toMatchObject([
    { ...seen, title: '学习委员', seen },
    { ...now, title: '学习委员', seen: now },
  ])
  await page.close()
})

test('the dialog about an assistant goes with them where a colleague has dismissed them', async () => {
  const { page, save } = await opened([])
  await save()
  expect(page.all('dialog')).toHaveLength(0)
  await page.close()
})

test('nobody is dismissed by one press: it is asked whom that is', async () => {
  const { page, sent } = await opened([])
  await page.doing(() => page.named('button', '移出').click())
  expect([sent, page.all('h2').at(-1)?.textContent]).toEqual([[], '把小林移出老师与助教？'])
  await page.close()
})

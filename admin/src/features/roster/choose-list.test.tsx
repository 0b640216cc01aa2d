// @vitest-environment happy-dom
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { RoleContext } from '@tongchuang/ui/permission.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { CheckedList } from './checked-list.tsx'
import { ChooseList } from './choose-list.tsx'

beforeEach(() => loadTexts('zh-CN'))

/** The first step as opened by a user with these guilds, and the requests sent so far. */
const openStep = async (names: readonly string[], { isAdmin = false, guildId = 0 } = {}) => {
  const sent: unknown[] = []
  connect(async ({ path, input }) => {
    if (path === rosterAdmin.read.path) sent.push(input)
    const list = names.map((name, at) => ({ id: at + 1, name }))
    const data = path === guildSettings.list.path ? { list, total: list.length, next: null } : { id: 9 }
    return { code: 1, msg: '', time: 0, data }
  })
  const page = await openPage(<ChooseList guildId={guildId} mayLeaveOut={isAdmin} onRead={() => undefined} />)
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  const choice = () => elementOf(HTMLSelectElement, page.all('select')[0])
  const paste = async (text: string) => {
    await page.write(page.all('textarea')[0]!, text)
    await page.doing(() => page.named('button', '读取粘贴的名单').click())
  }
  return { page, sent, choice, paste }
}

test('a teacher of three classes is asked which of them a list is for, and imports into none that they did not choose', async () => {
  const { page, sent, choice, paste } = await openStep(['一班', '二班', '三班'])
  expect(choice().selectedOptions[0]?.text).toBe('请选择公会')
  await paste('学号\t姓名\n1\t林雨桐')
  expect(sent).toEqual([])
  expect(document.body.textContent).toContain('先选导入到哪个公会')
  expect(document.activeElement).toBe(choice())
  await page.doing(() => {
    choice().value = '2'
    choice().dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(document.body.textContent).not.toContain('先选导入到哪个公会')
  await page.doing(() => page.named('button', '读取粘贴的名单').click())
  expect(sent).toMatchObject([{ guild_id: 2 }])
  await page.close()
})

test('a teacher of one class, and one who comes from a class, has nothing to choose', async () => {
  const one = await openStep(['一班'])
  await one.paste('学号\t姓名\n1\t林雨桐')
  expect(one.sent).toMatchObject([{ guild_id: 1 }])
  await one.page.close()
  const known = await openStep(['一班', '二班'], { guildId: 2 })
  await known.paste('学号\t姓名\n1\t林雨桐')
  expect(known.sent).toMatchObject([{ guild_id: 2 }])
  await known.page.close()
})

test('a teacher without a guild reads what comes first, and has the way there in place of a list that would be refused', async () => {
  const { page } = await openStep([])
  expect(document.body.textContent).toContain('先有公会，再导入名单')
  expect(page.named('a', '去建公会').getAttribute('href')).toBe('/guilds')
  expect(page.all('textarea')).toEqual([])
  await page.close()
})

test('an administrator who chooses no guild is not told that the students come into one', async () => {
  const { page } = await openStep(['一班'], { isAdmin: true })
  expect(document.body.textContent).toContain('不进任何公会')
  expect(document.body.textContent).not.toContain('成为这个公会的成员')
  await page.close()
})

test('the table a teacher fills in has no columns of which nothing would be read; an administrator’s has them', async () => {
  for (const [isAdmin, words] of [
    [false, ['学号', '邮箱']],
    [true, ['学号', '邮箱', '公会', '角色']],
  ] as const) {
    const { page } = await openStep(['一班'], { isAdmin })
    const table = decodeURIComponent(page.named('a', '下载模板').getAttribute('href') ?? '')
    const meant: readonly string[] = words
    for (const word of ['学号', '邮箱', '公会', '角色']) expect(table.includes(word), word).toBe(meant.includes(word))
    await page.close()
  }
})

const checked = (mapping: object) =>
  sampleOf(rosterAdmin.get.output, {
    ...{ id: 1, state: 'checked', guild_id: null, sheet: null, sheets: [], row_count: 0, left: [], guilds_left: [] },
    ...{ guilds: { new: 0, known: 0 }, new_staff: 0, mapping: { student_no: 0, real_name: 1, ...mapping } },
    counts: { new: 3, joins: 0, invited: 0, changed: 0, same: 0, bad: 0 },
  })

test('an administrator whose list names no guild reads before the import that it makes accounts only', async () => {
  connect(async () => ({ code: 1, msg: '', time: 0, data: { list: [], total: 0, next: null } }))
  for (const [guild, isTold] of [
    [null, true],
    [2, false],
  ] as const) {
    const page = await openPage(
      <RoleContext value="admin">
        <CheckedList one={checked({ guild })} onBack={() => undefined} />
      </RoleContext>,
    )
    expect(document.body.textContent.includes('没有对应公会列，只建账号')).toBe(isTold)
    await page.close()
  }
})

test('a teacher whose list is an old .xls can choose it, and is told what to do instead of seeing it grey', async () => {
  const { page, sent } = await openStep(['一班'])
  const field = elementOf(HTMLInputElement, page.all('input[type=file]')[0])
  expect(field.accept.split(',')).toEqual(expect.arrayContaining(['.xlsx', '.xls', '.et']))
  expect(sent).toEqual([])
  await page.close()
})

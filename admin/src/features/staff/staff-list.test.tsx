// @vitest-environment happy-dom
import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { staffAdmin } from '@tongchuang/contract/staff.admin.ts'
import { MeContext } from '@tongchuang/ui/me.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { NewStaff } from './new-staff.tsx'
import { StaffList } from './staff-list.tsx'

beforeAll(() => loadTexts('zh-CN'))

const person = {
  ...{ id: 7, username: 'lin', nickname: '林老师', real_name: '', roles: ['teacher'] },
  ...{ disabled: false, second_factor: false, last_login_at: null },
}

const opened = async () => {
  const sent: { roles?: string[] }[] = []
  const passwords: ((password: string) => void)[] = []
  let roles: string[] = ['teacher']
  connect(async ({ path, input }) => {
    const answer = (data: object) => ({ code: 1 as const, msg: '', time: 0, data })
    if (path === staffAdmin.list.path) return answer({ list: [{ ...person, roles }], next: null })
    if (path === accountsAdmin.resetPassword.path)
      return answer({ password: await new Promise<string>((resolve) => passwords.push(resolve)) })
    sent.push(input)
    if (sent.length > 1) return answer({ roles: [] })
    // Another administrator was first.
    roles = ['admin']
    return { code: 0, msg: '刚有人改过', time: 0, data: { reason: 'CHANGED' } }
  })
  const page = await openPage(
    <MeContext value={aMe({ id: 1 })}>
      <StaffList />
    </MeContext>,
  )
  const settle = () => page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  const press = async (name: string) => {
    await page.doing(() => page.named('button', name).click())
    await settle()
  }
  await settle()
  await press('修改林老师')
  return { page, sent, passwords, press, settle }
}

test('an administrator who makes a teacher an assistant too takes back nothing that another has given meanwhile', async () => {
  const { page, sent, press } = await opened()
  await page.doing(() => page.all('input[type="checkbox"]')[1]?.click())
  await press('保存角色')
  await press('保存角色')
  expect(sent).toMatchObject([
    { roles: ['teacher', 'assistant'], seen: ['teacher'] },
    { roles: ['assistant', 'admin'], seen: ['admin'] },
  ])
  await page.close()
})

test('a new password that is pressed for twice is made once: the one that is read is the one that opens', async () => {
  const { page, passwords, press, settle } = await opened()
  await press('重置密码')
  await press('重置密码')
  expect(passwords).toHaveLength(1)
  passwords[0]?.('first')
  await settle()
  expect(page.all('code').map((one) => one.textContent)).toEqual(['first'])
  await page.close()
})

test('an administrator who makes an account and slips beside the dialog still reads its only password', async () => {
  connect(async ({ path }) => ({
    ...{ code: 1, msg: '', time: 0 },
    data: path === staffAdmin.create.path ? { id: 9, password: 'bamboo-42' } : { list: [person], next: null },
  }))
  const closed: string[] = []
  const page = await openPage(
    <MeContext value={aMe({ id: 1 })}>
      <NewStaff onClose={() => closed.push('closed')} />
    </MeContext>,
  )
  for (const [at, text] of ['wu', '吴老师'].entries()) await page.write(page.all('input[maxlength]')[at]!, text)
  await page.doing(() => page.all('form')[0]?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  const dialog = () => page.all('dialog')[0]
  await page.doing(() => dialog()?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })))
  await page.press('Escape')
  await page.doing(() => page.named('button', '关闭').click())
  expect(closed).toEqual([])
  expect(dialog()?.textContent).toContain('bamboo-42')
  expect(page.all('[role=alert]')[0]?.textContent).toContain('先记下')
  await page.doing(() => page.named('button', '已经记下').click())
  expect(closed).toEqual(['closed'])
  await page.close()
})

test('an administrator who closes the dialog before the password of a new account is there still reads it', async () => {
  const answers: (() => void)[] = []
  connect(async () => {
    await new Promise<void>((resolve) => answers.push(resolve))
    return { code: 1, msg: '', time: 0, data: { id: 9, password: 'bamboo-42' } }
  })
  const closed: string[] = []
  const page = await openPage(
    <MeContext value={aMe({ id: 1 })}>
      <NewStaff onClose={() => closed.push('closed')} />
    </MeContext>,
  )
  for (const [at, text] of ['wu', '吴老师'].entries()) await page.write(page.all('input[maxlength]')[at]!, text)
  await page.doing(() => page.all('form')[0]?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  await page.doing(() => page.all('dialog')[0]?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })))
  const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
  await page.doing(() => page.all('input')[0]?.dispatchEvent(escape))
  expect([closed, escape.defaultPrevented]).toEqual([[], true])
  await page.doing(() => answers[0]?.())
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  expect(page.all('dialog')[0]?.textContent).toContain('bamboo-42')
  await page.close()
})

test('an administrator who comes back to the staff finds the people they had looked for', async () => {
  const asked: unknown[] = []
  connect(async ({ input }) => {
    asked.push(input.keyword)
    return { code: 1, msg: '', time: 0, data: { list: [person], next: null } }
  })
  const list = (
    <MeContext value={aMe({ id: 1 })}>
      <StaffList />
    </MeContext>
  )
  const page = await openPage(list, '/staff?q=林')
  const askedSoon = async () => {
    await page.doing(() => undefined)
    return asked
  }
  await expect.poll(askedSoon).toEqual(['林'])
  const field = elementOf(HTMLInputElement, page.all('search input')[0])
  expect(field.value).toBe('林')
  await page.write(field, '周')
  await expect.poll(askedSoon).toEqual(['林', '周'])
  expect(decodeURIComponent(page.address())).toBe('/staff?q=周')
  await page.close()
})

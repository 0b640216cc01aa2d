// @vitest-environment happy-dom
import { setupAdmin } from '@tongchuang/contract/setup.admin.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { SetupForm } from './setup-form.tsx'

beforeAll(() => loadTexts('zh-CN'))

/** The form as somebody who founds a school has filled it in. */
const filledIn = async (username: string) => {
  const page = await openPage(<SetupForm setupKey="key" onDone={async () => undefined} />)
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  const field = (label: string) =>
    elementOf(
      HTMLInputElement,
      document.getElementById(elementOf(HTMLLabelElement, page.named('label', label)).htmlFor),
    )
  await page.write(field('学校或组织名称'), '春晖中学')
  await page.write(field('管理员账号'), username)
  await page.write(field('密码'), '春眠不觉晓1024')
  const press = async () => {
    await page.doing(() => page.all('form')[0]?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
    await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  }
  return { page, field, press }
}

test('whoever founds a school with a name that is too short reads so at that field, and is there', async () => {
  connect(async ({ path }) =>
    path === setupAdmin.check.path
      ? { code: 1, msg: '', time: 0, data: { site_name: '', base_url: null, sample: false } }
      : { code: 0, msg: '「用户名」至少2个字', time: 0, data: { reason: 'INVALID', field: 'username' } },
  )
  const { page, field, press } = await filledIn('o')
  await press()
  const said = document.getElementById(field('管理员账号').getAttribute('aria-describedby')?.split(' ')[0] ?? '')
  expect(said?.textContent).toBe('「用户名」至少2个字')
  expect(document.activeElement).toBe(field('管理员账号'))
  await page.close()
})

test('whoever founds a school with the sample data reads that these have the name of the account, and chooses another', async () => {
  connect(async ({ path }) =>
    path === setupAdmin.check.path
      ? { code: 1, msg: '', time: 0, data: { site_name: '', base_url: null, sample: true } }
      : { code: 0, msg: '这个用户名已有人用', time: 0, data: { reason: 'NAME_TAKEN' } },
  )
  const { page, field, press } = await filledIn('teacher')
  await page.doing(() => page.all('input[type=checkbox]')[0]?.click())
  await press()
  const said = document.getElementById(field('管理员账号').getAttribute('aria-describedby')?.split(' ')[0] ?? '')
  expect(said?.textContent).toBe('演示数据里已有这个账号，请换一个')
  await page.close()
})

test('whoever ticks the sample data is proposed a name that these do not have; a name that was typed stays', async () => {
  connect(async () => ({ code: 1, msg: '', time: 0, data: { site_name: '', base_url: null, sample: true } }))
  const page = await openPage(<SetupForm setupKey="key" onDone={async () => undefined} />)
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  const label = elementOf(HTMLLabelElement, page.named('label', '管理员账号'))
  const name = elementOf(HTMLInputElement, document.getElementById(label.htmlFor))
  const tick = () => page.doing(() => page.all('input[type=checkbox]')[0]?.click())
  expect(name.value).toBe('admin')
  await tick()
  expect(name.value).toBe('school-admin')
  await tick()
  expect(name.value).toBe('admin')
  for (const typed of ['office', 'admin', '']) {
    await page.write(name, typed)
    await tick()
    expect(name.value).toBe(typed)
  }
  await page.close()
})

test('a link is not called old because the server could not be reached; asked again it opens', async () => {
  let isReached = false
  connect(async () => {
    if (!isReached) throw new TypeError('no network')
    return { code: 1, msg: '', time: 0, data: { site_name: '', base_url: null, sample: false } }
  })
  const page = await openPage(<SetupForm setupKey="key" onDone={async () => undefined} />)
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  expect(document.body.textContent).not.toContain('链接已失效')
  isReached = true
  await page.doing(() => page.named('button', '重试').click())
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  expect(document.querySelector('h1')?.textContent).toBe('创建学校')
  await page.close()
})

test('whoever comes with a link that has run out reads how to get another', async () => {
  connect(async () => ({ code: 0, msg: '', time: 0, data: { reason: 'SETUP_KEY' } }))
  const page = await openPage(<SetupForm setupKey="key" onDone={async () => undefined} />)
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  expect(document.body.textContent).toContain('链接已失效')
  await page.close()
})

test('whoever presses again because the answer was lost reads that the school is there, and goes on to log in', async () => {
  let presses = 0
  connect(async ({ path }) => {
    if (path === setupAdmin.check.path)
      return { code: 1, msg: '', time: 0, data: { site_name: '', base_url: null, sample: false } }
    presses += 1
    if (presses === 1) throw new TypeError('the server ended over the answer')
    return { code: 0, msg: '这里的内容不存在', time: 0, data: { reason: 'NOT_FOUND' } }
  })
  const { page, press } = await filledIn('admin')
  await press()
  expect(document.querySelector('h1')?.textContent).toBe('创建学校')
  await press()
  expect(document.querySelector('h1')?.textContent).toBe('学校已经创建')
  expect(document.body.textContent).not.toContain('不存在')
  await page.close()
})

test.each([true, false])(
  'whoever founds a school reads that the sample data they asked for could not be loaded, before they go on: asked for %s',
  async (isAsked) => {
    const userinfo = { id: 1, username: 'office', nickname: 'office', token: 'token' }
    connect(async ({ path }) => ({
      ...{ code: 1, msg: '', time: 0 },
      data:
        path === setupAdmin.check.path
          ? { site_name: '', base_url: null, sample: true }
          : { userinfo: { ...userinfo, expiretime: 0, expires_in: 0, role: 'admin', roleList: ['admin'] }, sample: [] },
    }))
    const { page, press } = await filledIn('office')
    if (isAsked) await page.doing(() => page.all('input[type=checkbox]')[0]?.click())
    await press()
    expect(document.body.textContent.includes('演示数据没有载入')).toBe(isAsked)
    await page.close()
  },
)

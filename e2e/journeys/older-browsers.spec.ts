import { adminMount } from '@tongchuang/contract/paths.ts'
import { expect, expectNoSideways, test, testsInNewSchool } from '../journey.ts'
import { asIn2023 } from '../older-browser.ts'
import { adminAddresses } from '../pages/admin-addresses.ts'
import { studentAddresses } from '../pages/student-addresses.ts'
import { openTaskFor, SubmitPage } from '../pages/submit-page.ts'
import { settled } from '../settled.ts'

const inNewSchool = testsInNewSchool()
const broken = '抱歉，这个页面出了问题'

// A sheet that is still on its way when a journey ends is no fault of it.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test('a student whose phone is of 2023 opens every page @phone', async ({ page, logIn, school }) => {
  test.setTimeout(180_000)
  await asIn2023(page)
  const addresses = await studentAddresses(school)
  await logIn('student')
  for (const address of addresses)
    await test.step(address, async () => {
      await page.goto(address)
      await settled(page)
      await expect(page.getByText(broken)).toHaveCount(0)
      await expectNoSideways(page)
    })
})

test('a student whose browser is of 2023 keeps pages open in tabs @desktop', async ({ page, logIn }) => {
  await asIn2023(page)
  await page.addInitScript(() => localStorage.setItem('settings', JSON.stringify({ tabBar: true })))
  await logIn('student')
  await page.goto('/works/index')
  await expect(page.getByRole('navigation', { name: '打开的页面' }).getByRole('link').first()).toBeVisible()
  await expect(page.getByText(broken)).toHaveCount(0)
})

test('a student whose browser is of 2023 reads code on its cover and the names on the way of a guild @desktop', async ({
  page,
  logIn,
  school,
}) => {
  await asIn2023(page)
  await logIn('student')
  await page.goto('/works/index')
  const cover = page.locator('main span', { has: page.getByText('代码', { exact: true }) }).first()
  await expect(cover).toHaveCSS('background-color', 'rgb(20, 24, 31)')
  const guild = (await studentAddresses(school)).find((address) => address.includes('guild_details')) ?? ''
  await page.goto(guild)
  const hill = page.getByRole('region', { name: '任务路线' }).locator('svg[viewBox="0 0 1000 236"] path').first()
  await expect(hill).toBeAttached()
  await expect(hill, 'words are written on it').not.toHaveCSS('fill', 'rgb(0, 0, 0)')
})

test('somebody whose browser is of 2023 sees which way to register is chosen @phone', async ({ page }) => {
  await asIn2023(page)
  await page.goto('/register')
  const ways = page.getByRole('group', { name: '选择注册方式' }).getByRole('radio')
  await expect(ways).toHaveCount(2)
  await ways.last().check()
  await expect(ways.last()).toHaveCSS('border-top-color', 'rgb(22, 93, 255)')
  await expect(ways.last()).toHaveCSS('opacity', '1')
  await expect(ways.first()).not.toHaveCSS('border-top-color', 'rgb(22, 93, 255)')
})

test('a teacher whose phone is of 2023 has all of it for the work under review @phone', async ({
  page,
  logInStaff,
}) => {
  await asIn2023(page)
  await logInStaff('teacher')
  await page.goto('/admin/review')
  const part = page.getByRole('complementary', { name: '评分' })
  await expect(part).toBeVisible()
  await expect(page.getByRole('button', { name: '通知' })).toBeHidden()
  const height = page.viewportSize()?.height ?? 0
  await expect
    .poll(async () => {
      const box = await part.boundingBox()
      return box && Math.round(box.y + box.height)
    })
    .toBe(height)
})

inNewSchool(
  'a student whose phone is of 2023 writes, adds a file and a link, and hands them in @phone',
  async ({ page, logIn, school }) => {
    const { address } = await openTaskFor(school, 's014')
    await asIn2023(page)
    await logIn('s014')
    const editor = new SubmitPage(page)
    await editor.open(address)
    await editor.type('用旧手机写的一段。')
    await page
      .locator('input[type=file][multiple]')
      .last()
      .setInputFiles({ name: '观察.txt', mimeType: 'text/plain', buffer: Buffer.from('一') })
    await expect(page.getByText('已上传').locator('visible=true')).toBeVisible()
    await page.getByRole('button', { name: '加一个链接' }).click()
    await page.getByLabel(/^链接/).last().fill('https://example.com/work')
    await page
      .getByRole('button', { name: /^提交第\d+版$/ })
      .locator('visible=true')
      .click()
    await expect(page.getByText('提交编号')).toBeVisible()
  },
)

inNewSchool(
  'an administrator whose browser is of 2023 opens every page @desktop',
  async ({ page, logInStaff, school }) => {
    inNewSchool.setTimeout(240_000)
    await asIn2023(page)
    const addresses = (await adminAddresses(school)).flat()
    await logInStaff('admin')
    for (const address of addresses)
      await inNewSchool.step(address, async () => {
        await page.goto(adminMount + address)
        await settled(page)
        await expect(page.getByText(broken)).toHaveCount(0)
        await expectNoSideways(page)
      })
  },
)

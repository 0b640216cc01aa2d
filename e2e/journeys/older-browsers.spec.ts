import { adminMount } from '@tongchuang/contract/paths.ts'
import { expect, test, testsInNewSchool } from '../journey.ts'
import { asIn2023 } from '../older-browser.ts'
import { adminAddresses } from '../pages/admin-addresses.ts'
import { studentAddresses } from '../pages/student-addresses.ts'
import { openTaskFor, SubmitPage } from '../pages/submit-page.ts'
import { settled } from '../settled.ts'

const inNewSchool = testsInNewSchool()
const broken = '抱歉，这个页面出了问题'

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
    })
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
      })
  },
)

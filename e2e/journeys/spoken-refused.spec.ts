import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expect, testsInNewSchool } from '../journey.ts'
import { handInFiles } from '../hand-in-files.ts'
import { photoOfPaper } from '../paper-files.ts'

const test = testsInNewSchool()
const { CHROMIUM: executablePath } = process.env
// A browser in which the microphone is denied.
test.use({
  launchOptions: {
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream=deny',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  },
})

const partOf = (page: Page): Locator => page.getByRole('region', { name: '说给学生听' })
const paper = async () => [{ name: '第一页.jpg', bytes: await photoOfPaper('12. x(20-2x)') }]

test('a teacher whose microphone is refused reads why, and can choose a sound file instead @desktop', async ({
  page,
  school,
  logInStaff,
}) => {
  const { submit_id } = await handInFiles(school, 's034', await paper())
  await logInStaff('admin')
  await page.goto(`/admin/review?work=${submit_id}`)
  const part = partOf(page)
  await page.getByLabel('评语', { exact: true }).fill('先写一句')
  await part.getByRole('button', { name: '按住说话' }).click()
  await expect(part.getByRole('alert')).toContainText('麦克风没有打开')
  await expectAccessible(page)
  const chosen = page.waitForEvent('filechooser')
  await part.getByRole('button', { name: '传声音文件' }).click()
  await (
    await chosen
  ).setFiles({ name: '不是声音.m4a', mimeType: 'audio/mp4', buffer: Buffer.from('\0\0\0\x18ftypM4A \0\0\0\0M4A isom') })
  await expect(page.getByText('「不是声音.m4a」不是可以上传的类型')).toBeVisible()
  await expect(page.getByLabel('评语', { exact: true })).toHaveValue('先写一句')
})

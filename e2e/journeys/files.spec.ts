import type { Page } from '@playwright/test'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, test } from '../journey.ts'
import { deskFor } from '../pages/desk-page.ts'

const words = {
  'zh-CN': {
    files: /^文件/,
    limits: '单个不超过200 MB。可以交图片、PDF、Word、Excel、音频、视频；.exe不能上传。',
    type: '.exe不能上传，可以交图片、PDF、Word、Excel、音频、视频',
    bare: '没有扩展名的文件不能上传，可以交图片、PDF、Word、Excel、音频、视频',
    empty: '文件是空的，请选有内容的文件',
    size: '有201 MB，最大200 MB。可先在手机里压缩',
    count: '最多10个文件，先移除一个，或打包成压缩文件',
    disguised: '「照片.png」不是可以上传的类型，或者内容和扩展名对不上',
    remove: (name: string) => `移除「${name}」`,
    uploaded: '已上传',
    notAdded: '没有加入',
  },
  'en-US': {
    files: /^Files/,
    limits: 'Up to 200 MB each. Pictures, PDF, Word, Excel, audio and video; no .exe files.',
    type: '.exe files cannot be uploaded; pictures, PDF, Word, Excel, audio and video can',
    bare: 'Files without an ending cannot be uploaded; pictures, PDF, Word, Excel, audio and video can',
    empty: 'This file is empty; choose one with something in it',
    size: 'It has 201 MB; the limit is 200 MB. Make it smaller first',
    count: 'At most 10 files; remove one, or put several into a zip file',
    disguised: '"照片.png" is of a type that cannot be uploaded, or its content does not fit its ending',
    remove: (name: string) => `Remove ${name}`,
    uploaded: 'Uploaded',
    notAdded: 'not added',
  },
}

/** Chooses a file of any size: one of 201 MB is made in the page, it would be too much to send there. */
const choose = (page: Page, file: { name: string; text?: string; megabytes?: number }): Promise<void> =>
  page.locator('input[type=file][multiple]').evaluate((input: HTMLInputElement, { name, text = '', megabytes = 0 }) => {
    const files = new DataTransfer()
    files.items.add(new File([text, new Uint8Array(megabytes * 2 ** 20)], name))
    input.files = files.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }, file)

for (const [language, width, student] of [
  ['zh-CN', '@desktop', 's021'],
  ['en-US', '@phone', 's022'],
] as const) {
  test.describe(language, () => {
    test.use({ language })

    test(`a file that is not taken says what is wrong with it and what is allowed, and stands in nobody’s way ${width}`, async ({ page, school, logIn }) => {
      const say = words[language]
      const { address, id } = await deskFor(school, student)
      await logIn(student)
      await page.goto(address)
      const part = page.getByRole('region', { name: say.files })
      await expect(part.getByText(say.limits)).toBeVisible()

      for (const [file, reason] of [
        [{ name: '病毒.exe', text: 'MZ' }, say.type],
        [{ name: '作业', text: '没有扩展名' }, say.bare],
        [{ name: '空.txt' }, say.empty],
        [{ name: '录像.mp4', megabytes: 201 }, say.size],
        // Only the server reads what is in it.
        [{ name: '照片.png', text: '这不是图片' }, say.disguised],
      ] as const) {
        await choose(page, file)
        const row = part.getByRole('listitem').filter({ hasText: file.name })
        await expect(row.getByRole('alert')).toHaveText(reason)
        await expect(row).toContainText(say.notAdded)
      }
      await expectNoSideways(page)
      await expectAccessible(page)
      // Away by keyboard, and nothing of them is in the work.
      await part.getByRole('button', { name: say.remove('病毒.exe') }).press('Enter')
      await expect(part.getByText('病毒.exe')).toHaveCount(0)

      await page
        .locator('input[type=file][multiple]')
        .setInputFiles(Array.from({ length: 11 }, (_, at) => ({ name: `第${at}页.txt`, mimeType: 'text/plain', buffer: Buffer.from(`第${at}页`) })))
      await expect(part.getByRole('alert').filter({ hasText: say.count })).toHaveCount(1)
      await expect(part.getByText(say.uploaded, { exact: true })).toHaveCount(10)
      const names = async () => (await (await school.asStudent(student))(submissions.draft, { task_id: id })).draft?.files.map(({ name }) => name).toSorted()
      await expect.poll(names).toEqual(Array.from({ length: 10 }, (_, at) => `第${at}页.txt`))
    })
  })
}

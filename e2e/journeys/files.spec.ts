import type { Locator, Page, Route } from '@playwright/test'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, test } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'
import { openTaskFor, SubmitPage } from '../pages/submit-page.ts'

const words = {
  'zh-CN': {
    files: /^文件/,
    limits: '单个不超过200 MB。可以交图片、PDF、Word、Excel、音频、视频；.exe不能上传。',
    type: '.exe不能上传，可以交图片、PDF、Word、Excel、音频、视频',
    bare: '没有扩展名的文件不能上传，可以交图片、PDF、Word、Excel、音频、视频',
    heic: '这是HEIC照片，别的设备打不开：先在相册里导出成JPG，再把相机的照片格式改成JPG（iPhone选「兼容性最佳」）',
    empty: '文件是空的，请选有内容的文件',
    size: '有201 MB，最大200 MB。可先在手机里压缩',
    count: '最多10个文件，先移除一个，或打包成压缩文件',
    disguised: '「照片.png」不是可以上传的类型，或者内容和扩展名对不上',
    remove: (name: string) => `移除「${name}」`,
    uploaded: '已上传',
    notAdded: '未添加',
  },
  'en-US': {
    files: /^Files/,
    limits: 'Up to 200 MB each. Pictures, PDF, Word, Excel, audio and video; no .exe files.',
    type: '.exe files cannot be uploaded; pictures, PDF, Word, Excel, audio and video can',
    bare: 'Files without an ending cannot be uploaded; pictures, PDF, Word, Excel, audio and video can',
    heic: 'This is a HEIC photo, which other devices cannot open: export it as JPG, and set the camera to JPG (iPhone: “Most Compatible”)',
    empty: 'This file is empty; choose one with something in it',
    size: 'It has 201 MB; the limit is 200 MB. Make it smaller first',
    count: '10 at most; remove one, or put several into a zip file',
    disguised: '"照片.png" is of a type that cannot be uploaded, or its content does not fit its ending',
    remove: (name: string) => `Remove ${name}`,
    uploaded: 'Uploaded',
    notAdded: 'not added',
  },
}

/** Chooses a file of any size: one of 201 MB repeats the same megabyte, so nothing large has to be copied. */
const choose = (page: Page, file: { name: string; text?: string; megabytes?: number }): Promise<void> =>
  page.locator('input[type=file][multiple]').evaluate((input: HTMLInputElement, { name, text = '', megabytes = 0 }) => {
    const files = new DataTransfer()
    const megabyte = new Blob([new Uint8Array(2 ** 20)])
    files.items.add(new File([text, ...Array.from({ length: megabytes }, () => megabyte)], name))
    input.files = files.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }, file)

for (const [language, width, student] of [
  ['zh-CN', '@desktop', 's021'],
  ['en-US', '@phone', 's022'],
] as const) {
  test.describe(language, () => {
    test.use({ language })

    test(`a student whose file is refused reads what is wrong and what is allowed, and uploads others ${width}`, async ({
      page,
      school,
      logIn,
    }) => {
      const say = words[language]
      const { address, id } = await openTaskFor(school, student)
      await logIn(student)
      await page.goto(address)
      const part = page.getByRole('region', { name: say.files })
      await expect(part.getByText(say.limits)).toBeVisible()

      for (const [file, reason] of [
        [{ name: '病毒.exe', text: 'MZ' }, say.type],
        [{ name: '作业', text: '没有扩展名' }, say.bare],
        [{ name: 'IMG_0001.HEIC', text: 'ftypheic' }, say.heic],
        [{ name: '空.txt' }, say.empty],
        [{ name: '录像.mp4', megabytes: 201 }, say.size],
        // Only the server checks the contents.
        [{ name: '照片.png', text: '这不是图片' }, say.disguised],
      ] as const) {
        await choose(page, file)
        const row = part.getByRole('listitem').filter({ hasText: file.name })
        await expect(row.getByRole('alert')).toHaveText(reason)
        await expect(row).toContainText(say.notAdded)
      }
      await expectNoSideways(page)
      await expectAccessible(page)
      // Removed by keyboard, none of them is part of the work.
      await pressEnter(part.getByRole('button', { name: say.remove('病毒.exe') }))
      await expect(part.getByText('病毒.exe')).toHaveCount(0)

      await page.locator('input[type=file][multiple]').setInputFiles(
        Array.from({ length: 11 }, (_, at) => ({
          name: `第${at}页.txt`,
          mimeType: 'text/plain',
          buffer: Buffer.from(`第${at}页`),
        })),
      )
      await expect(part.getByRole('alert').filter({ hasText: say.count })).toHaveCount(1)
      await expect(part.getByText(say.uploaded, { exact: true })).toHaveCount(10)
      const names = async () =>
        (await (await school.asStudent(student))(submissions.draft, { task_id: id })).draft?.files
          .map(({ name }) => name)
          .toSorted()
      await expect.poll(names).toEqual(Array.from({ length: 10 }, (_, at) => `第${at}页.txt`))
    })
  })
}

/** A picture of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A file for the mouse to drop or the clipboard to paste. */
const inHand = (page: Page, file: { name: string; type: string; base64: string }) =>
  page.evaluateHandle(({ name, type, base64 }) => {
    const data = new DataTransfer()
    data.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)], name, { type }))
    return data
  }, file)

/** Holds back uploaded parts: `pass` is how many may still go through, `held` are those waiting. */
const holdParts = async (page: Page) => {
  const held: Route[] = []
  const line = { pass: 0, held, isOpen: false, abandoned: 0 }
  await page.route('**/api/files/*', async (route) => {
    const method = route.request().method()
    if (method === 'DELETE') line.abandoned += 1
    if (method !== 'PATCH' || line.isOpen || line.pass > 0) {
      if (method === 'PATCH') line.pass -= 1
      await route.continue()
    } else line.held.push(route)
  })
  return line
}

const longText = (name: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.concat([Buffer.from('# '), Buffer.alloc(9 * 2 ** 20, 'a')]),
})

test('a student brings files by mouse, clipboard and camera, orders them, and leaves while the last one uploads @desktop', async ({
  page,
  school,
  logIn,
}) => {
  const { address, id, title } = await openTaskFor(school, 's031')
  const send = await school.asStudent('s031')
  const kept = async () => (await send(submissions.draft, { task_id: id })).draft?.files.map(({ name }) => name)
  await logIn('s031')
  const editor = new SubmitPage(page)
  await editor.open(address)
  const part = page.getByRole('region', { name: /^文件/ })
  const row = (name: string): Locator => part.getByRole('listitem').filter({ hasText: name })

  // Dropped, pasted, photographed.
  const dropped = await inHand(page, { name: '拖来的.txt', type: 'text/plain', base64: btoa('dropped') })
  const place = part.getByText('拖到这里，或粘贴截图')
  await place.dispatchEvent('dragover', { dataTransfer: dropped })
  await expect(part.getByText('松开即可添加')).toBeVisible()
  await part.getByText('松开即可添加').dispatchEvent('drop', { dataTransfer: dropped })
  await expect(row('拖来的.txt')).toContainText('已上传')
  const pasted = await inHand(page, { name: '截图.png', type: 'image/png', base64: pixel })
  await editor.text.evaluate(
    (text, clipboardData) =>
      text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })),
    pasted,
  )
  await expect(row('截图.png')).toContainText('已上传')
  const camera = page.locator('input[capture=environment]')
  await expect(camera).toHaveAttribute('accept', 'image/*')
  await camera.setInputFiles({ name: '拍的.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })
  await expect(row('拍的.png')).toContainText('已上传')
  await expect(part.getByText('3 / 10个')).toBeVisible()

  // By buttons with the keyboard, and by dragging: the same order on the server.
  const names = part.getByRole('listitem').getByRole('button', { name: /^(拖来的|截图|拍的)/ })
  await pressEnter(part.getByRole('button', { name: '上移「拍的.png」' }))
  await expect(part.getByText('「拍的.png」现在是第2个')).toBeAttached()
  await expect(names).toHaveText(['拖来的.txt', '拍的.png', '截图.png'])
  await row('截图.png').dragTo(row('拖来的.txt'))
  await expect(names).toHaveText(['截图.png', '拖来的.txt', '拍的.png'])
  await expect.poll(kept).toEqual(['截图.png', '拖来的.txt', '拍的.png'])

  // A long upload: its progress, paused, resumed, broken off and retried.
  const line = await holdParts(page)
  line.pass = 1
  const chooser = page.locator('input[type=file][multiple]')
  await chooser.setInputFiles(longText('录音.txt'))
  await expect.poll(() => line.held.length).toBe(1)
  await expect(row('录音.txt')).toContainText(/\d MB · (8[89]|9\d|100)%/)
  await expect(part.getByRole('progressbar', { name: '录音.txt的上传进度' })).toHaveAttribute(
    'value',
    /^(8[89]|9\d|100)$/,
  )
  await part.getByRole('button', { name: '暂停「录音.txt」' }).click()
  await expect(row('录音.txt')).toContainText('已暂停')
  await part.getByRole('button', { name: '继续上传「录音.txt」' }).click()
  await expect.poll(() => line.held.length).toBe(2)
  await line.held[1]?.abort()
  await expect(row('录音.txt')).toContainText('网络断开了，传到一半停下来了')
  await part.getByRole('button', { name: '重试「录音.txt」' }).click()
  await expect.poll(() => line.held.length).toBe(3)
  expect(Number(line.held[2]?.request().headers()['upload-offset'])).toBe(8 * 2 ** 20)

  // Removed during its upload; the server is told.
  await chooser.setInputFiles({ name: '不要的.txt', mimeType: 'text/plain', buffer: Buffer.from('不要的') })
  await expect(row('不要的.txt')).toContainText('正在上传')
  await expect.poll(() => line.held.length).toBe(4)
  await part.getByRole('button', { name: '移除「不要的.txt」' }).click()
  await expect(row('不要的.txt')).toHaveCount(0)
  await expect.poll(() => line.abandoned).toBe(1)

  // Another page interrupts nothing; closing the window would, and asks.
  await page.getByRole('link', { name: '返回任务' }).click()
  await expect(page.getByText('1个文件还在上传，去别的页面也会接着传')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  const asks = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await asks()).toBe(true)
  line.isOpen = true
  await line.held[2]?.continue()
  await expect.poll(kept).toEqual(['截图.png', '拖来的.txt', '拍的.png', '录音.txt'])
  expect(await asks()).toBe(false)
  await page.goBack()
  await expect(row('录音.txt')).toContainText('已上传')
})

import type { Page } from '@playwright/test'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, testsInNewSchool } from '../journey.ts'
import { handInFiles } from '../hand-in-files.ts'
import { pdfWithScripts, photoOfPaper } from '../paper-files.ts'

const test = testsInNewSchool()

/** The RGB color of the drawn page at a position given as fractions of its size. */
const colourAt = (page: Page, x: number, y: number) =>
  page
    .locator('section[aria-label="文件"] canvas')
    .evaluate(
      (canvas: HTMLCanvasElement, at) =>
        [...(canvas.getContext('2d')?.getImageData(at.x * canvas.width, at.y * canvas.height, 1, 1).data ?? [])].slice(
          0,
          3,
        ),
      { x, y },
    )

test.describe('files under review', () => {
  test('a teacher sees photos, pages of a PDF, a table and a program in their place, page by page, by keys alone @desktop', async ({
    page,
    school,
    logInStaff,
  }) => {
    const { submit_id } = await handInFiles(school, 's021', [
      { name: '第一页.jpg', bytes: await photoOfPaper('12. x(20-2x)') },
      { name: '报告.pdf', bytes: pdfWithScripts() },
      { name: '点名.py', bytes: Buffer.from('print("你好")\n') },
    ])
    const workers: string[] = []
    page.on('worker', (worker) => workers.push(worker.url()))
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await logInStaff('admin')
    await page.goto(`/admin/review?work=${submit_id}`)
    const stage = page.getByRole('region', { name: '文件' })
    const photo = stage.getByRole('img', { name: '图片「第一页.jpg」' })
    await expect(photo).toBeVisible()
    const shape = async () => {
      const { width = NaN, height = NaN } = (await photo.boundingBox()) ?? {}
      return width / height
    }
    // The photo is displayed upright as its author saw it, whatever the orientation of its bytes.
    await expect.poll(shape).toBeLessThan(1)
    await page.keyboard.press('o')
    await expect.poll(shape).toBeGreaterThan(1)

    await page.keyboard.press('ArrowRight')
    const pages = stage.getByRole('list', { name: '页' })
    await expect(stage.getByRole('img', { name: '「报告.pdf」第1页' })).toBeVisible()
    await expect(pages.getByRole('listitem')).toHaveCount(4)
    await expect(stage.getByText('Page one of the report')).toBeAttached()
    expect(
      workers.some((url) => /\/pdf\/[\d.]+\/worker\.js$/.test(url)),
      'it is read in a worker',
    ).toBe(true)
    await page.keyboard.press('ArrowRight')
    await expect(stage.getByText('Page two of the report')).toBeAttached()
    await expect.poll(() => colourAt(page, 0.9, 0.9)).toEqual([255, 255, 255])
    expect(asked.filter((url) => url.includes('sandbox') || url.includes('example.org'))).toEqual([])

    await page.keyboard.press('ArrowRight')
    await expect(stage.getByText('print')).toBeVisible()
    await expectAccessible(page)
    await expectNoSideways(page)
    await page.keyboard.press('f')
    await expect(page.getByText('照片在附件里。')).toBeVisible()
  })

  test('a teacher is offered to save a broken PDF and an endless one, and the review goes on @desktop', async ({
    page,
    school,
    logInStaff,
  }) => {
    const endless = pdfWithScripts().toString('latin1').replace('/Kids[3 0 R 4 0 R]', '/Kids[2 0 R 2 0 R]')
    const { submit_id } = await handInFiles(school, 's022', [
      { name: '坏的.pdf', bytes: Buffer.from('%PDF-1.7\nnothing') },
      { name: '绕圈.pdf', bytes: Buffer.from(endless, 'latin1') },
    ])
    await logInStaff('admin')
    await page.goto(`/admin/review?work=${submit_id}`)
    const stage = page.getByRole('region', { name: '文件' })
    await expect(stage.getByText('这个文件没有显示出来，可以下载后打开')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(stage.getByText('绕圈.pdf').first()).toBeVisible()
    await expect(stage.getByText('这个文件没有显示出来，可以下载后打开')).toBeVisible({ timeout: 25_000 })
    await expect(page.getByRole('button', { name: /保存并下一份/ })).toBeEnabled()
  })

  test('a teacher who saves a review sees a photo of the next work that was fetched before @desktop', async ({
    page,
    school,
    logInStaff,
  }) => {
    const photo = await photoOfPaper('next')
    const { task_id, submit_id } = await handInFiles(school, 's023', [{ name: '一.jpg', bytes: photo }])
    const works = [submit_id]
    for (let at = 1; at < 60 && works.length < 3; at += 1) {
      const name = `s${String(at).padStart(3, '0')}`
      const done = await handInFiles(school, name, [{ name: '二.jpg', bytes: photo }], task_id).catch(() => null)
      if (done) works.push(done.submit_id)
    }
    expect(works, 'with two classmates who handed in as well').toHaveLength(3)
    const admin = await school.asStaff('admin')
    const photos = new Set<string>()
    for (const id of works) {
      const [file] = (await admin(reviewToolsAdmin.work, { submit_id: id })).files
      photos.add(new URL(file?.view_url ?? file?.url ?? '', school.url).pathname)
    }
    const fetched = new Set<string>()
    page.on('requestfinished', (request) => {
      const { pathname } = new URL(request.url())
      if (photos.has(pathname)) fetched.add(pathname)
    })
    await logInStaff('admin')
    await page.goto(`/admin/review?task=${task_id}&work=${submit_id}`)
    const save = page.getByRole('button', { name: /保存并下一份/ })
    const picture = page.getByRole('region', { name: '文件' }).getByRole('img', { name: /^图片/ })
    const shown = async () => new URL((await picture.getAttribute('src')) ?? '', school.url).pathname
    for (const seen of [1, 2]) {
      await expect(save).toBeVisible()
      await expect(picture).toBeVisible()
      const before = await shown()
      await page.keyboard.press('4')
      await expect(page.getByText(/草稿已保存/)).toBeVisible()
      // The photos seen so far, and the one that comes next.
      await expect.poll(() => fetched.size).toBe(seen + 1)
      const ahead = [...fetched]
      await page.keyboard.press('s')
      await expect.poll(shown).not.toBe(before)
      expect(ahead).toContain(await shown())
    }
  })

  test('a student reads their own files in their place @phone', async ({ page, school, logIn }) => {
    const { task_id } = await handInFiles(school, 's027', [
      { name: '第一页.jpg', bytes: await photoOfPaper('mine') },
      { name: '报告.pdf', bytes: pdfWithScripts() },
    ])
    await logIn('s027')
    await page.goto(`/square/task_detail/0?task=${task_id}`)
    await page.getByRole('button', { name: /查看第1版/ }).click()
    const stage = page.getByRole('region', { name: '文件' })
    await expect(stage.getByRole('img', { name: '图片「第一页.jpg」' })).toBeVisible()
    await stage.getByRole('button', { name: '报告.pdf' }).click()
    await expect(stage.getByText('Page one of the report')).toBeAttached()
    await expectAccessible(page)
    await expectNoSideways(page)
  })
})

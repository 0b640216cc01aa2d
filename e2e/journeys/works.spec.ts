import { studentTask } from '@tongchuang/contract/student-task.ts'
import { works } from '@tongchuang/contract/works.ts'
import type { Locator } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'
import type { School } from '../start-school.ts'
import { swipe } from '../swipe.ts'

const words = {
  'zh-CN': {
    title: '作品欣赏',
    list: '新分享',
    likes: /^已?赞\d+$/,
    liked: /已赞，共/,
    close: '关闭，返回作品欣赏',
    next: '下一件作品',
    images: '图片',
  },
  'en-US': {
    title: 'Works',
    list: 'Newly shared',
    likes: /^Liked? \d+$/,
    liked: /^Liked, /,
    close: 'Close and go back to the works',
    next: 'Next work',
    images: 'Pictures',
  },
} as const

/** A work visible to others, and the sender of a student who may not be its author. */
const firstPicture = async (school: School) => {
  const send = await school.asStudent('student')
  const { list } = await send(works.list, { form: 'image', featured: false, limit: 50 })
  const work = list.find(({ mine, liked }) => !mine && !liked)
  if (!work) throw new Error('the sample school shows no picture')
  return { send, work }
}

// One run per language and width: the language changes the words, the width changes the layout.
for (const [language, width] of [
  ['zh-CN', '@phone'],
  ['en-US', '@desktop'],
] as const) {
  test.describe(`${language} ${width}`, () => {
    test.use({ language })

    test('a student finds a work by its form, likes it in the viewer and goes back to the gallery', async ({
      page,
      logIn,
      school,
    }) => {
      const text = words[language]
      const { send, work } = await firstPicture(school)
      await logIn('student')
      await page.goto('/works')
      await expect(page).toHaveURL(/\/works\/index$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text.title)
      await expect(page.getByRole('article').first()).toBeVisible()
      await expectAccessible(page)

      const [written] = (await send(works.list, { form: 'text', featured: false, limit: 1 })).list
      await page.getByRole('button', { name: text.images, exact: true }).click()
      await expect(page).toHaveURL(/form=image/)
      const list = page.getByRole('region', { name: new RegExp(`^${text.list}`) })
      // The list of before stays until the answer, and its links would be gone under the key.
      await expect(list.getByRole('link', { name: written?.title ?? '' })).toHaveCount(0)
      await list.getByRole('link', { name: work.title }).first().press('Enter')
      const viewer = page.getByRole('dialog')
      await expect(viewer.getByRole('img').first()).toBeVisible()
      await expect(page).toHaveURL(/work=\d+/)
      await expectAccessible(page)
      const id = Number(new URL(page.url()).searchParams.get('work'))
      const like = viewer.getByRole('button', { name: text.likes })
      await like.click()
      await expect(like).toHaveAttribute('aria-pressed', 'true')
      await expect(viewer.getByText(text.liked)).toBeAttached()
      expect(await send(works.likes, { submit_id: id })).toMatchObject({ liked: true })
      // A second click restores the state for the run in the other language.
      await like.click()
      await expect.poll(async () => send(works.likes, { submit_id: id })).toMatchObject({ liked: false })

      await page.keyboard.press('ArrowRight')
      await expect(page).not.toHaveURL(new RegExp(`work=${id}$`))
      await page.keyboard.press('Escape')
      await expect(viewer).toHaveCount(0)
      await expect(page).toHaveURL(/\/works\/index\?form=image$/)
    })
  })
}

test('a student whose like fails sees it taken back and is told @phone', async ({ page, logIn, school }) => {
  const { work } = await firstPicture(school)
  await logIn('student')
  await page.route('**/api/submit/submit_like', (route) =>
    route.fulfill({ json: { code: 0, msg: '点赞没成功，请再试一次', time: 1, data: { reason: 'BUSY' } } }),
  )
  await page.goto(`/works/index?work=${work.id}`)
  const like = page.getByRole('dialog').getByRole('button', { name: /^已?赞\d+$/ })
  await like.click()
  await expect(page.getByRole('alert')).toContainText('点赞没成功')
  await expect(like).toHaveAttribute('aria-pressed', 'false')
})

test('an author takes a work back and shares it again: others find it no longer, then once more, with its likes @desktop', async ({
  page,
  logIn,
  school,
}) => {
  const [author, reader] = [await school.asStudent('student'), await school.asStudent('s002')]
  const own = (await author(works.list, { limit: 100 })).list.find(({ mine }) => mine)
  if (!own) throw new Error('the student of the sample school shares nothing')
  await author(works.share, { submit_id: own.id, share: 'site' })
  await reader(works.like, { submit_id: own.id, like: true })
  const seen = async () =>
    (await reader(works.list, { task_id: own.task_id, limit: 100 })).list.find(({ id }) => id === own.id)?.like_count
  const likes = await seen()
  expect(likes).toBeGreaterThan(0)
  await logIn('student')
  await page.goto(`/works/index?work=${own.id}`)
  const sharing = page.getByRole('group', { name: '谁能看到这件作品' })
  await sharing.getByRole('button', { name: '不公开' }).click()
  await expect(page.getByText('只有你和老师、助教能看到。以前的赞都还在。')).toBeVisible()
  await expect.poll(seen).toBeUndefined()
  await sharing.getByRole('button', { name: '全校' }).click()
  await expect.poll(seen).toBe(likes)
})

test('a student with two open dialogs has the keyboard in the upper one, and gets the focus back from each @desktop', async ({
  page,
  logIn,
  school,
}) => {
  const { work } = await firstPicture(school)
  await logIn('student')
  await page.goto('/works/index?form=image')
  const link = page.getByRole('link', { name: work.title }).first()
  await link.press('Enter')
  const viewer = page.locator('dialog').first()
  // In print the words are dark, with or without background colors.
  await page.emulateMedia({ media: 'print' })
  await expect(viewer.getByText(/^\d+ \/ \d+$/).first()).toHaveCSS('color', 'rgb(20, 24, 31)')
  await page.emulateMedia({ media: 'screen' })
  const report = viewer.getByRole('button', { name: '举报' }).first()
  await pressEnter(report)
  const upper = page.getByRole('dialog').last()
  await expect(upper.getByRole('radio').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(2)

  const isIn = (dialog: Locator) => dialog.evaluate((one) => one.contains(document.activeElement))
  const seen = new Set<string>()
  for (let step = 0; step < 16; step += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? '')
    // Between the last and the first element the focus leaves the page for the browser’s own bar.
    if (at.startsWith('<body')) continue
    expect(await isIn(upper), at).toBe(true)
    seen.add(at)
  }
  expect(seen.size).toBeGreaterThan(3)
  // Elements beneath the viewer cannot be focused, not even by script.
  for (const beneath of [report, page.locator('header a').first()]) {
    await beneath.evaluate((one: HTMLElement) => one.focus())
    await expect(beneath).not.toBeFocused()
  }

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(report).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(link).toBeFocused()
})

test('a student turns works by keys and a finger, enlarges a picture and hears its name @phone', async ({
  page,
  logIn,
  school,
}) => {
  const send = await school.asStudent('student')
  // Picked works come first, on the page and in keyboard navigation.
  const [picked, others] = [
    await send(works.list, { form: 'image', featured: true, limit: 3 }),
    await send(works.list, { form: 'image', featured: false, limit: 24 }),
  ]
  const [first, second] = [...picked.list, ...others.list]
  const [file] = (await send(studentTask.submission, { id: second?.id ?? 0 })).files
  await logIn('student')
  await page.goto(`/works/index?form=image&work=${first?.id}`)
  const viewer = page.getByRole('dialog')
  const title = viewer.getByRole('heading', { level: 2 })
  await expect(title).toHaveText(first?.title ?? '')
  await page.keyboard.press('ArrowRight')
  await expect(title).toHaveText(second?.title ?? '')
  await page.keyboard.press('ArrowLeft')
  await expect(title).toHaveText(first?.title ?? '')
  const stage = viewer.getByRole('img').first()
  await swipe(page, stage, 0.8, 0.2)
  await expect(title).toHaveText(second?.title ?? '')
  await swipe(page, stage, 0.2, 0.8)
  await expect(title).toHaveText(first?.title ?? '')
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByText(file?.name ?? '', { exact: true }).first()).toBeVisible()
  await expect(stage).toHaveAccessibleName(`《${second?.title}》图1`)

  await expect.poll(() => stage.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  const width = async () => (await stage.boundingBox())?.width ?? 0
  const fitting = await width()
  await viewer.getByRole('button', { name: '放大' }).click()
  await expect.poll(width).toBeGreaterThan(fitting * 1.2)
  // Enlarged, a finger moves the picture and not to the next work.
  await swipe(page, viewer.locator('[data-zoomed]'), 0.8, 0.2)
  await expect(title).toHaveText(second?.title ?? '')
  await page.keyboard.press('-')
  await expect.poll(width).toBeCloseTo(fitting, 0)
})

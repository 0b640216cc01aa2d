import { paths } from '@tongchuang/contract/paths.ts'
import { works } from '@tongchuang/contract/works.ts'
import { expect, expectNoSideways, test } from '../journey.ts'

test('a work that cannot be seen says so and leads back to all of them @desktop', async ({ page, logIn }) => {
  await logIn('student')
  await page.goto(paths.work(999_999))
  const viewer = page.getByRole('dialog')
  await expect(viewer.getByRole('heading', { name: '作品不可见' })).toBeVisible()
  await expect(viewer.getByText('加载失败')).toHaveCount(0)
  await viewer.getByRole('button', { name: '看全部作品' }).click()
  await expect(viewer).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('what is chosen has a line of its own in forced colours, and letters grow with those of the browser @desktop', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  await page.goto(paths.works())
  await expect(page.locator('main [data-skeleton]')).toHaveCount(0)
  const chosen = page.locator('main [aria-pressed=true]').first()
  const sizeOf = () => chosen.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
  const usual = await sizeOf()
  await page.evaluate(() => (document.documentElement.style.fontSize = '20px'))
  expect(await sizeOf()).toBeCloseTo(usual * 1.25, 1)
  await expectNoSideways(page)
  await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(chosen).toHaveCSS('outline-style', 'solid')
  await expect(chosen).toHaveCSS('outline-width', '2px')
  await expect(page.locator('main [aria-pressed=false]').first()).toHaveCSS('outline-style', 'none')
})

test('at 320 px the name of the school is whole, and at twice the size a work has its caption @desktop', async ({
  page,
  school,
  logIn,
}) => {
  await logIn('student')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(paths.square())
  const name = page.getByRole('banner').getByRole('link').first().locator('span').last()
  await expect(name).toHaveText('同窗公会')
  expect(await name.evaluate((one) => one.scrollWidth <= one.clientWidth), 'nothing of it is cut').toBe(true)

  const { list } = await (await school.asStudent('student'))(works.list, { form: 'image', featured: true, limit: 1 })
  await page.setViewportSize({ width: 640, height: 400 })
  await page.goto(paths.work(list[0]?.id ?? 0))
  await expect(
    page
      .getByRole('dialog')
      .getByText(/\.(jpe?g|png|webp)$/i)
      .first(),
  ).toBeInViewport()
})

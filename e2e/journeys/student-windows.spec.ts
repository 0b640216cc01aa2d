import { paths } from '@tongchuang/contract/paths.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { works } from '@tongchuang/contract/works.ts'
import type { Locator } from '@playwright/test'
import { expect, expectNoSideways, test } from '../journey.ts'

const boxOf = async (one: Locator) => {
  const box = await one.boundingBox()
  if (!box) throw new Error('it is not on the page')
  return box
}

test('a student who opens a work they may not see is told so and goes back to all works @desktop', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  await page.goto(paths.work(999_999))
  const viewer = page.getByRole('dialog')
  await expect(viewer.getByRole('heading', { name: '作品不可见' })).toBeVisible()
  await expect(viewer.getByText('加载失败')).toHaveCount(0)
  await viewer.getByRole('button', { name: '看全部作品' }).click()
  await expect(viewer).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a student sees an outline around what is chosen in forced colours, and text grows with the browser’s font size @desktop', async ({
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

test('a student who reads in light letters on black sees the seal of a work, and the words of a drawing @desktop', async ({
  page,
  logIn,
}) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await logIn('student')
  await page.goto(paths.works())
  const written = await page.locator('body').evaluate((body) => getComputedStyle(body).color)
  // The paper of the seal is white there too.
  const sign = page.locator('main svg[viewBox="0 0 640 640"] path').first()
  await expect(sign).not.toHaveCSS('fill', written)
  await page.goto(paths.center())
  await expect(page.locator('main svg text', { hasText: '质量' })).toHaveCSS('fill', written)
  // Only the tab that is open has a line below it; those of the others have the colour of the ground.
  const tabs = page.getByRole('navigation', { name: '我的任务' }).getByRole('link')
  const ground = await page.locator('html').evaluate((one) => getComputedStyle(one).backgroundColor)
  await expect(tabs.nth(0)).not.toHaveCSS('border-bottom-color', ground)
  await expect(tabs.nth(1)).toHaveCSS('border-bottom-color', ground)
})

test('a student who reads in letters of twice the size finds no words under a drawing, and none cut off @desktop', async ({
  page,
  logIn,
}) => {
  const enlarge = () => page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  const rightOf = (one: Locator) =>
    one.evaluate((words) => {
      const range = document.createRange()
      range.selectNodeContents(words)
      return range.getBoundingClientRect().right
    })
  await logIn('student')
  await page.goto(paths.square())
  const banner = page.getByRole('region', { name: '活动' })
  await expect(banner.getByRole('paragraph')).toBeVisible()
  await enlarge()
  const art = await boxOf(banner.locator('svg').first())
  // What is drawn is in the right three fifths of the drawing.
  expect(await rightOf(banner.getByRole('paragraph'))).toBeLessThanOrEqual(art.x + art.width * 0.41)

  await page.setViewportSize({ width: 820, height: 900 })
  await page.goto(paths.center())
  const missing = page.getByText(/^还差\d+经验$/)
  await expect(missing).toBeVisible()
  await enlarge()
  const column = await boxOf(missing.locator('..'))
  expect(await rightOf(missing)).toBeLessThanOrEqual(column.x + column.width)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(paths.submit({ guild: 3, task: 1 }))
  const due = page.getByRole('main').locator('header').getByText(/截止$/)
  await expect(due).toBeVisible()
  await enlarge()
  const leaf = await boxOf(page.getByRole('main').locator('header p > :last-child'))
  expect(await rightOf(due)).toBeLessThanOrEqual(leaf.x)
})

test('a student reads the whole name of the school at 320 px, and the caption of a work at twice the size @desktop', async ({
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

const widths = [390, 820, 1280] as const

test('a student with one or two deadlines sees no gap beside them, each title at least as a tooltip, and no line that ends in punctuation @desktop', async ({
  page,
  logIn,
}) => {
  let kept = 3
  await page.route('**/api/student/doing_tasks_by_guild_id**', async (route) => {
    const answer = await route.fetch()
    const json = await answer.json()
    json.data.list = json.data.list.slice(0, kept)
    await route.fulfill({ response: answer, json })
  })
  await logIn('student')
  const dates = page.getByRole('region', { name: '接下来要交的' })
  for (kept of [1, 2]) {
    await page.goto(paths.square())
    await expect(dates.getByRole('listitem')).toHaveCount(kept)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      const emptyBeside = async () => {
        const [row, last] = await Promise.all([boxOf(dates.getByRole('list')), boxOf(dates.getByRole('link').last())])
        return row.x + row.width - (last.x + last.width)
      }
      // On a phone, two of them are scrolled sideways by touch.
      if (kept === 1 || width > 390) await expect.poll(emptyBeside, `${kept} at ${width}`).toBeLessThan(24)
      const said = await dates.getByRole('link').last().innerText()
      expect(said, `${kept} at ${width}`).not.toMatch(/[，,、·]\s*(\n|$)/)
      await expect(dates.locator('b').last()).toHaveAttribute('title', /./)
    }
  }
})

test('a student sees the drawing of a guild beside its words, the heading of a scrolled map, and how much of a chapter is done @desktop', async ({
  page,
  school,
  logIn,
}) => {
  const { list } = await (await school.asStudent('student'))(tasks.listByGuild, { limit: 100 })
  const task = list.find(({ guild_id }) => guild_id === 7)
  await logIn('student')

  await page.goto(paths.guild({ id: 7 }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('数学建模组')
  const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
  for (const width of [320, ...widths]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(async () => {
      const words = await boxOf(head.locator('h1, p').locator('visible=true').last())
      const title = await boxOf(head.locator('h1'))
      for (const drawing of await head.locator('svg[class*="drawing"]').locator('visible=true').all()) {
        const { x } = await boxOf(drawing)
        expect(Math.max(words.x + words.width, title.x + title.width), `at ${width}`).toBeLessThanOrEqual(x)
      }
    }).toPass({ timeout: 10_000 })
  }

  await page.goto(paths.task({ guild: 7, task: task?.id ?? 0 }))
  await page.setViewportSize({ width: 1280, height: 420 })
  const map = page.getByRole('navigation', { name: '任务地图' })
  await expect(map.getByRole('heading', { level: 3 }).first()).toHaveText(/\d \/ \d$/)
  await map.evaluate((one) => {
    one.scrollIntoView()
    one.scrollTo(0, one.scrollHeight)
  })
  const [heading, frame] = await Promise.all([boxOf(map.getByRole('heading', { level: 2 })), boxOf(map)])
  expect(heading.y, 'the heading of the map is not scrolled away').toBeGreaterThan(frame.y - 1)
})

test('a student reads what each filter of guilds shows, finds picked works first on the shelf, and sees no name broken before its dot @desktop', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  await page.goto(paths.guilds())
  const chosen = page.getByRole('main').locator('fieldset [aria-pressed=true]')
  await expect(chosen).toHaveText(['全部分类', '全部公会'])

  await page.goto(paths.center())
  const shelf = page.getByRole('region', { name: '我的作品架' }).getByRole('listitem')
  await expect(shelf.first()).toBeVisible()
  const picked = await shelf.evaluateAll((all) => all.map((one) => one.textContent.includes('优秀')))
  expect(picked, 'what was picked, then the others').toEqual(picked.toSorted((one, other) => +other - +one))
  expect(picked[0]).toBe(true)

  await page.route('**/api/student/getExecllentStudentList**', async (route) => {
    const answer = await route.fetch()
    const json = await answer.json()
    for (const [at, one] of json.data.list.entries()) one.nickname = `阿依古丽${'阿'.repeat(at)}・买买提江`
    await route.fulfill({ response: answer, json })
  })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(paths.rankings())
    const podium = page.getByRole('list', { name: '前三名' })
    await expect(podium.getByRole('listitem')).toHaveCount(3)
    const broken = await podium.locator('b').evaluateAll(
      (names) =>
        names.filter((name) => {
          const text = name.firstChild as Text
          const at = text.data.indexOf('・')
          const topOf = (place: number) => {
            const range = document.createRange()
            range.setStart(text, place)
            range.setEnd(text, place + 1)
            return range.getBoundingClientRect().top
          }
          // The character between the two is an invisible word joiner.
          return topOf(at) !== topOf(at - 2)
        }).length,
    )
    expect(broken, `names that break before the dot at ${width}`).toBe(0)
    // The three steps have the same bottom edge.
    const feet = await podium
      .getByRole('listitem')
      .evaluateAll((steps) => steps.map((step) => Math.round(step.getBoundingClientRect().bottom)))
    expect(new Set(feet).size, `at ${width}`).toBe(1)
  }
})

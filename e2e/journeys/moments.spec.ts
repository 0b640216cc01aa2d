import type { Browser, Page } from '@playwright/test'
import { catalog } from '@tongchuang/contract/catalog.ts'
import { growth } from '@tongchuang/contract/growth.ts'
import { moments } from '@tongchuang/contract/moments.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { works } from '@tongchuang/contract/works.ts'
import { expect, testsInNewSchool } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'
import { openTaskFor, SubmitPage } from '../pages/submit-page.ts'
import { settled } from '../settled.ts'
import type { School } from '../start-school.ts'
import { motionOf, moved, watchMotion } from '../watch-motion.ts'

// A new school, because the helper picks any user with an unseen seal and other files change users.
const test = testsInNewSchool()

/** A user with an excellent work whose seal has not been seen yet; each try takes another user. */
const unseenSeal = async (school: School): Promise<{ username: string; id: number; task: string }> => {
  for (let number = 2; number <= 40; number += 1) {
    const username = `s${String(number).padStart(3, '0')}`
    const send = await school.asStudent(username)
    const { list } = await send(works.list, { featured: true, limit: 100 })
    const own = list.find(({ mine, id }) => mine && !taken.has(id))
    if (!own) continue
    taken.add(own.id)
    return { username, id: own.id, task: paths.task({ guild: own.guild_id, task: own.task_id }) }
  }
  throw new Error('no excellent work is left in the sample school')
}
const taken = new Set<number>()

const stamped = (page: Page): Promise<number> => moved(page, /block/)

/** The ceremonies that played were short, moved and faded only, and were silent. */
const expectCalm = async (page: Page, ceremony: RegExp): Promise<void> => {
  const played = (await motionOf(page)).filter(({ name }) => ceremony.test(name))
  expect(played.length).toBeGreaterThan(0)
  for (const { name, end, properties } of played) {
    expect(end, name).toBeLessThanOrEqual(600)
    expect(properties.toSorted().join(), name).toMatch(/^(opacity|transform|opacity,transform)$/)
  }
  expect(await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)).toEqual([])
}

/** Another device of the same person. */
const otherDevice = async (browser: Browser, school: School, username: string): Promise<Page> => {
  const context = await browser.newContext({ baseURL: school.url, locale: 'zh-CN', serviceWorkers: 'block' })
  const token = await school.studentToken(username)
  await context.addCookies([{ name: 'token', value: token, url: school.url, sameSite: 'Lax' }])
  await context.addInitScript((mine) => localStorage.setItem('token', mine), token)
  return context.newPage()
}

test('a student sees the seal come down once, on one device', async ({ page, browser, logIn, school }) => {
  const { username, id } = await unseenSeal(school)
  await logIn(username)
  await watchMotion(page)
  await page.goto(paths.work(id))
  const praise = page.getByRole('region', { name: '老师的评语' })
  await expect(praise).toBeVisible()
  await expect.poll(() => stamped(page)).toBe(1)
  await expectCalm(page, /block|ink|give/)
  // Nothing waits for it: the link beneath it is pressed at once.
  await praise.getByRole('link', { name: '看奖状' }).click()
  await expect(page).toHaveURL(paths.certificate(id))
  await page.goto(paths.work(id))
  await expect(praise.locator('[data-moment="known"]')).toBeVisible()
  expect(await stamped(page)).toBe(0)

  const other = await otherDevice(browser, school, username)
  await watchMotion(other)
  await other.goto(paths.work(id))
  await expect(other.getByRole('region', { name: '老师的评语' }).locator('[data-moment="known"]')).toBeVisible()
  expect(await stamped(other)).toBe(0)
  await other.context().close()
})

test('a student who wants no motion sees the seal at rest, and another device plays nothing later', async ({
  page,
  logIn,
  school,
}) => {
  const { username, task, id } = await unseenSeal(school)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await logIn(username)
  await page.goto(task)
  await settled(page)
  const seal = page
    .locator('[data-moment]')
    .filter({ has: page.locator('svg') })
    .first()
  await expect(seal).toHaveAttribute('data-moment', /first|known/)
  const send = await school.asStudent(username)
  await expect.poll(async () => (await send(moments.see, { kind: 'seal', id })).first).toBe(false)
  const long = await page.evaluate(() =>
    document.getAnimations().filter((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0) > 1),
  )
  expect(long).toEqual([])
})

test('a student who hands in sees the paper fly once and what it earned, and a paper at rest after a reload', async ({
  page,
  logIn,
  school,
}) => {
  const username = test.info().project.name === 'phone' ? 's031' : 's032'
  const task = await openTaskFor(school, username)
  await logIn(username)
  await watchMotion(page)
  const editor = new SubmitPage(page)
  await editor.open(task.address)
  await editor.type('向阳的叶子平均24.6度，背阴的21.3度，量了三次。')
  await expect(editor.saved).toBeVisible()
  await editor.text.press('Control+Enter')
  const heading = page.getByRole('heading', { name: /^已提交/ })
  const sure = page.getByRole('dialog').getByRole('button', { name: /提交/ })
  await expect(heading.or(sure).first()).toBeVisible()
  if (await sure.isVisible()) await sure.click()
  await expect(heading).toBeFocused()
  const flown = () => moved(page, /sheet|folded|plane|torn/)
  await expect.poll(flown).toBeGreaterThan(2)
  const send = await school.asStudent(username)
  const { list } = await send(growth.ledger, { ledger: 'experience', limit: 10 })
  const first = list.find(({ kind }) => kind === 'submit_first')
  if (first) await expect(page.getByText(/^\d+ \/ \d+，\+\d+经验$/)).toBeVisible()
  await expectCalm(page, /sheet|folded|plane|trail|torn|points|gain|before|after/)
  await page.reload()
  await expect(page.getByRole('region', { name: '提交回执' })).toBeVisible()
  expect(await flown()).toBe(0)
})

test('a student who hands in without a network keeps the text in the editor, and no paper flies', async ({
  page,
  logIn,
  school,
}) => {
  const username = test.info().project.name === 'phone' ? 's023' : 's024'
  const task = await openTaskFor(school, username)
  await logIn(username)
  await watchMotion(page)
  const editor = new SubmitPage(page)
  await editor.open(task.address)
  await editor.typeAndSave('风把图纸吹到了操场上，又自己回来了。')
  let tries = 0
  await page.route('**/tasks_submit', (route) => {
    if (!(route.request().postData() ?? '').includes('"draft":true')) tries += 1
    return route.abort()
  })
  await editor.text.press('Control+Enter')
  const sure = page.getByRole('dialog').getByRole('button', { name: /提交/ })
  await expect
    .poll(async () => {
      if (tries === 0 && (await sure.isVisible())) await sure.click()
      return tries
    })
    .toBeGreaterThan(0)
  await expect(page.getByText('风把图纸吹到了操场上，又自己回来了。').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: /^已提交/ })).toHaveCount(0)
  expect(await moved(page, /sheet|folded|plane|torn/)).toBe(0)
})

test('a student who wants no motion has the receipt at once', async ({ page, logIn, school }) => {
  const username = test.info().project.name === 'phone' ? 's025' : 's026'
  const task = await openTaskFor(school, username)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await logIn(username)
  const editor = new SubmitPage(page)
  await editor.open(task.address)
  await editor.typeAndSave('数了三遍，三遍都是四十一。')
  await editor.text.press('Control+Enter')
  const heading = page.getByRole('heading', { name: /^已提交/ })
  const sure = page.getByRole('dialog').getByRole('button', { name: /提交/ })
  await expect(heading.or(sure).first()).toBeVisible()
  if (await sure.isVisible()) await sure.click()
  await expect(heading).toBeFocused()
  const long = await page.evaluate(() =>
    document.getAnimations().filter((animation) => Number(animation.effect?.getComputedTiming().duration ?? 0) > 1),
  )
  expect(long).toEqual([])
  await expect(page.getByRole('region', { name: '提交回执' })).toBeVisible()
})

test('a student reads of a new level once in the personal centre, with its reason, and not on another device', async ({
  page,
  browser,
  logIn,
  school,
}) => {
  // A different user for each try, because a moment is shown only once.
  const username = `s0${(test.info().project.name === 'phone' ? 11 : 12) + 2 * test.info().retry}`
  const send = await school.asStudent(username)
  const { level } = await send(profile.get, {})
  test.skip(level < 2, 'nobody has reached a level')
  await logIn(username)
  await watchMotion(page)
  // The request that marks the moment as seen is delayed until everything else is rendered.
  const told = Promise.withResolvers<void>()
  await page.route(`**${moments.see.path}`, (route) => told.promise.then(() => route.continue()))
  await page.goto(paths.center())
  await settled(page)
  const below = page.getByRole('heading', { level: 2 }).first()
  const before = await below.boundingBox()
  told.resolve()
  const news = page.getByText(`你到${level}级了`)
  await expect(news).toBeVisible()
  await expect.poll(() => moved(page, /now|before/)).toBeGreaterThan(0)
  await expectCalm(page, /now|before/)
  // The reason comes from the ledger; the button closes the news, and the focus is not lost.
  await expect(page.locator('main header').getByText(/^\d+月\d+日，/)).toBeVisible()
  if (test.info().project.name === 'phone') await expect.poll(() => below.boundingBox()).toEqual(before)
  await pressEnter(page.getByRole('button', { name: '知道了' }))
  await expect(news).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await settled(page)
  await expect(page.getByText(new RegExp(`^${level}级`)).first()).toBeVisible()
  await expect(news).toHaveCount(0)
  expect(await send(moments.see, { kind: 'level', id: level })).toEqual({ first: false })
  const other = await otherDevice(browser, school, username)
  await other.goto(paths.center())
  await settled(other)
  await expect(other.getByText(new RegExp(`^${level}级`)).first()).toBeVisible()
  await expect(other.getByText(`你到${level}级了`)).toHaveCount(0)
  await other.context().close()
})

/** Somebody who has finished a chapter, with one of its tasks; each try takes another one. */
const finishedChapter = async (school: School): Promise<{ username: string; address: string; id: number }> => {
  for (let number = 2; number <= 40; number += 1) {
    const username = `s${String(number).padStart(3, '0')}`
    const send = await school.asStudent(username)
    const { list } = await send(catalog.guilds, { scope: 'mine', limit: 100 })
    for (const { id: guild } of list) {
      const { groups } = await send(studentTask.menu, { guild_id: guild })
      const group = groups.find(({ key, earned_at }) => earned_at !== null && !finished.has(`${username} ${key}`))
      const task = group?.children[0]
      if (!group || !task) continue
      finished.add(`${username} ${group.key}`)
      return { username, id: Number(group.key.slice('chapter:'.length)), address: paths.task({ guild, task: task.id }) }
    }
  }
  throw new Error('nobody of the sample school has finished a chapter')
}
const finished = new Set<string>()

test('a student sees the moment of a finished chapter once, on one device', async ({
  page,
  browser,
  logIn,
  school,
}) => {
  const { username, address, id } = await finishedChapter(school)
  await logIn(username)
  await watchMotion(page)
  await page.goto(address)
  const said = page.getByText(/走完了，一共\d+个任务/).first()
  await expect(said).toBeVisible()
  const isCovered = () =>
    said.evaluate((one) => {
      one.scrollIntoView({ block: 'center' })
      const { x, y, width, height } = one.getBoundingClientRect()
      return [y + 3, y + height - 3].some((at) => !one.contains(document.elementFromPoint(x + width / 2, at)))
    })
  await expect.poll(isCovered, 'what the teacher answered lies over it').toBe(false)
  await expect.poll(() => moved(page, /whole/)).toBe(1)
  await expectCalm(page, /whole/)
  await page.reload()
  await expect(said).toBeVisible()
  await settled(page)
  expect(await moved(page, /whole/)).toBe(0)
  const other = await otherDevice(browser, school, username)
  await watchMotion(other)
  await other.goto(address)
  await settled(other)
  expect(await moved(other, /whole/)).toBe(0)
  const send = await school.asStudent(username)
  expect(await send(moments.see, { kind: 'chapter', id })).toEqual({ first: false })
  await other.context().close()
})

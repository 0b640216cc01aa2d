import type { Browser, Page } from '@playwright/test'
import { growth } from '@tongchuang/contract/growth.ts'
import { moments } from '@tongchuang/contract/moments.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import { works } from '@tongchuang/contract/works.ts'
import { expect, test } from '../journey.ts'
import { openTaskFor, SubmitPage } from '../pages/submit-page.ts'
import { settled } from '../settled.ts'
import type { School } from '../start-school.ts'

/** Somebody with an excellent work whose seal nobody has looked at; each try takes another one. */
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

/** What moves on a page, by the names of its animations, in the order they begin. */
const watchMotion = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(globalThis, { seenMotion: seen })
    document.addEventListener('animationstart', (event) => seen.push(event.animationName))
  })
}
const motionOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { seenMotion: string[] }).seenMotion)
const stamped = async (page: Page) => (await motionOf(page)).filter((name) => name.includes('block')).length

/** Another device of the same person. */
const otherDevice = async (browser: Browser, school: School, username: string): Promise<Page> => {
  const context = await browser.newContext({ baseURL: school.url, locale: 'zh-CN', serviceWorkers: 'block' })
  const token = await school.studentToken(username)
  await context.addCookies([{ name: 'token', value: token, url: school.url, sameSite: 'Lax' }])
  await context.addInitScript((mine) => localStorage.setItem('token', mine), token)
  return context.newPage()
}

test('the seal comes down once: not again on this device, and not on another', async ({
  page,
  browser,
  logIn,
  school,
}) => {
  const { username, id } = await unseenSeal(school)
  await logIn(username)
  await watchMotion(page)
  await page.goto(paths.work(id))
  const praise = page.getByRole('region', { name: '老师的评语' })
  await expect(praise).toBeVisible()
  await expect.poll(() => stamped(page)).toBe(1)
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

test('who wants no motion sees the seal as it will stay, and another device plays nothing later', async ({
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

test('handing in lets the paper fly once and tells what the ledger has; after a reload it stands still', async ({
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
  const flown = async () => (await motionOf(page)).filter((name) => /sheet|folded|plane|torn/.test(name)).length
  await expect.poll(flown).toBeGreaterThan(2)
  const longest = await page.evaluate(() =>
    Math.max(
      0,
      ...document.getAnimations().map((animation) => Number(animation.effect?.getComputedTiming().endTime ?? 0)),
    ),
  )
  expect(longest).toBeLessThanOrEqual(600)
  const send = await school.asStudent(username)
  const { list } = await send(growth.ledger, { ledger: 'experience', limit: 10 })
  const first = list.find(({ kind }) => kind === 'submit_first')
  if (first) await expect(page.getByText(/^\d+ \/ \d+，\+\d+经验$/)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('region', { name: '提交回执' })).toBeVisible()
  expect(await flown()).toBe(0)
})

test('a level reached is said once in the personal centre', async ({ page, logIn, school }) => {
  const username = test.info().project.name === 'phone' ? 's011' : 's012'
  const send = await school.asStudent(username)
  const { level } = await send(profile.get, {})
  test.skip(level < 2, 'nobody has reached a level')
  await logIn(username)
  await page.goto(paths.center())
  await expect(page.getByText(`你到${level}级了`)).toBeVisible()
  await page.reload()
  await settled(page)
  await expect(page.getByText(new RegExp(`^${level}级`)).first()).toBeVisible()
  await expect(page.getByText(`你到${level}级了`)).toHaveCount(0)
  expect(await send(moments.see, { kind: 'level', id: level })).toEqual({ first: false })
})

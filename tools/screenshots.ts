/**
 * `node tools/run.cjs screenshots`: pictures of every page, the student site at 1280 and 390, the admin site at 1280
 * and 820, from the sample school, into docs/screenshots.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { adminMount, adminPages, adminPaths, paths } from '@tongchuang/contract/paths.ts'
import { rankings } from '@tongchuang/contract/rankings.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { works } from '@tongchuang/contract/works.ts'
import sharp from 'sharp'
import { createHttpSend } from '../e2e/transport.ts'
import { settled } from '../e2e/settled.ts'
import { startSchool } from '../e2e/start-school.ts'
import { bringChromium } from './chromium.ts'
import { fillNewer } from './sheets/newer-pages.ts'
import type { Newer } from './sheets/newer-pages.ts'
import { root } from './sites.ts'

const folder = join(root, 'docs/screenshots')
const desktop = { width: 1280, height: 800 }
const sizes = {
  student: { desktop, phone: { width: 390, height: 844 } },
  admin: { desktop, tablet: { width: 820, height: 1180 } },
} as const

type Shot = { path: string; anonymous?: boolean; whole?: boolean; admin?: boolean; cell?: string }

type TaskPlace = Parameters<typeof paths.task>[0]

/** Pages by the name of their picture; `whole` captures the full length of the page. */
const pages = (taskOf: (title: string) => TaskPlace, picked: number, newer: Newer): Readonly<Record<string, Shot>> => ({
  login: { path: paths.login(), anonymous: true },
  register: { path: paths.register(), anonymous: true, whole: true },
  square: { path: paths.square() },
  'square-whole': { path: paths.square(), whole: true },
  guilds: { path: paths.guilds(), whole: true },
  guild: { path: paths.guild({ id: 7 }), whole: true },
  task: { path: paths.task(taskOf('食堂排队要等多久？')), whole: true },
  'task-new': { path: paths.task(taskOf('为《春江花月夜》录一段60秒朗诵')), whole: true },
  'task-passed': { path: paths.task(taskOf('估一估操场有多少块砖')), whole: true },
  submit: { path: paths.submit(taskOf('食堂排队要等多久？')), whole: true },
  'submit-draft': {
    path: paths.submit(taskOf('给校园拍一张「看不见的人」')),
    whole: true,
  },
  'my-center': { path: paths.center(), whole: true },
  works: { path: paths.works() },
  work: { path: paths.work(picked) },
  certificate: { path: paths.certificate(newer.certificate ?? 0), whole: true },
  anthology: { path: paths.anthology(newer.anthology ?? 0), whole: true },
  booklet: { path: paths.center('booklet'), whole: true },
  rankings: { path: paths.rankings(), whole: true },
  'rankings-work': { path: paths.rankings('workhard'), whole: true },
  search: { path: paths.search('食堂'), whole: true },
  settings: { path: paths.center('settings'), whole: true },
  'not-found': { path: '/nowhere' },
  'admin-home': { path: adminMount + adminPages.home, admin: true },
  'admin-review': { path: adminMount + adminPaths.review(), admin: true },
  'admin-review-questions': { path: adminMount + adminPaths.review({ work: newer.answered ?? 0 }), admin: true },
  'admin-statistics': { path: adminMount + adminPaths.statistics({ task: newer.questions }), admin: true, whole: true },
  'admin-lecture': { path: adminMount + adminPaths.lecture({ task: newer.questions }), admin: true },
  'admin-grades': { path: adminMount + adminPaths.grades(), admin: true },
  'admin-entering': {
    path: adminMount + adminPaths.grades({ guild: newer.entered.guild }),
    admin: true,
    cell: `tbody td[data-entered="${newer.entered.enter}"]`,
  },
  'admin-tasks': { path: adminMount + adminPaths.tasks(), admin: true },
  'admin-guild': { path: adminMount + adminPaths.guild(7), admin: true },
  'admin-people': { path: adminMount + adminPaths.people(), admin: true },
  'admin-import': { path: adminMount + adminPaths.rosterImport(), admin: true },
  'admin-settings': { path: adminMount + adminPages.settings, admin: true },
})

/** Waits until the heads of people, which are drawn by a late part, replace their blank circles. */
const headsAreDrawn = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.querySelector('[class*="avatar"]:empty') === null)
}

/** Waits for images that load when scrolled into view, for pictures of whole pages. */
const picturesCome = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const pictures = [...document.images]
    for (const picture of pictures) picture.loading = 'eager'
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
  })

const only = process.argv.slice(2)
await mkdir(folder, { recursive: true })
const school = await startSchool()
const executablePath = bringChromium()
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  const token = await school.studentToken('student')
  const staffToken = await school.staffToken('admin')
  const send = createHttpSend(school.url, token)
  const { list } = await send(tasks.listByGuild, { limit: 100 })
  const taskOf = (title: string): TaskPlace => {
    const card = list.find((one) => one.title === title)
    if (!card) throw new Error(`the sample school has no task ${title}`)
    return { guild: card.guild_id, task: card.id }
  }
  // The rankings follow the loaded data within seconds; a real school has no empty ranking.
  for (let tries = 0; tries < 60 && (await send(rankings.excellent, {})).list.length === 0; tries += 1) await sleep(500)
  const admin = await school.asStaff('admin')
  const all = (await admin(guildSettings.list, {})).list
  const [one, other] = [all.find(({ id }) => id === 7), all.find(({ id }) => id !== 7)]
  if (!one || !other) throw new Error('the sample school has no guild for the questions')
  const newer = await fillNewer(school, admin, one.id, other.id)
  const [picked] = (await send(works.list, { featured: true, form: 'image', sort: 'like', limit: 1 })).list
  const shots = Object.entries(pages(taskOf, picked?.id ?? 0, newer))
  for (const [name, { path, anonymous = false, whole = false, admin = false, cell }] of shots) {
    if (only.length > 0 && !only.includes(name)) continue
    for (const [size, viewport] of Object.entries(sizes[admin ? 'admin' : 'student'])) {
      const context = await browser.newContext({
        viewport,
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
        hasTouch: size === 'phone',
        // Animations that play once are shown in their final state.
        reducedMotion: 'reduce',
        deviceScaleFactor: 1,
      })
      // A busy machine needs more time.
      context.setDefaultTimeout(90_000)
      if (admin) await context.addInitScript((mine) => localStorage.setItem('admin_token', mine), staffToken)
      else if (!anonymous) {
        await context.addCookies([{ name: 'token', value: token, url: school.url, sameSite: 'Lax' }])
        await context.addInitScript((mine) => localStorage.setItem('token', mine), token)
      }
      const page = await context.newPage()
      await page.goto(school.url + path)
      await settled(page)
      await picturesCome(page)
      await headsAreDrawn(page)
      if (cell) await page.locator(cell).nth(2).click()
      if (/^\/works.*\?work=/.test(path)) await page.locator('dialog[open]').waitFor()
      const picture = await page.screenshot({ fullPage: whole })
      // The palette reduces the file to a third without a visible difference, because pages are drawn in few colors.
      await sharp(picture)
        .png({ palette: true, quality: 90 })
        .toFile(join(folder, `${name}-${size}.png`))
      console.log(`${name}-${size}.png`)
      await context.close()
    }
  }
} finally {
  await browser.close()
  await school.stop()
}

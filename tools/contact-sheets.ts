/**
 * `npm run sheets`: opens every page of both sites in every variant that a school sees, and puts all pictures of a page
 * on one sheet. Reports what is wider than its window, console errors, and printed links that are useless on paper.
 * `--only=square,admin-home` selects some of them, `--out=folder` names the output folder.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { settled } from '../e2e/settled.ts'
import { startSchool } from '../e2e/start-school.ts'
import { bringChromium } from './chromium.ts'
import { drawSheet } from './sheets/draw.ts'
import type { Shot } from './sheets/draw.ts'
import { fillSchool } from './sheets/fill-school.ts'
import type { Cast, Rows } from './sheets/fill-school.ts'
import { dress, faultsOf, fewLooks, looks } from './sheets/looks.ts'
import { sheetPagesOf } from './sheets/sheet-pages.ts'
import type { SheetPage } from './sheets/sheet-pages.ts'
import { root } from './sites.ts'

/** The height of a long page that the sheet shows. */
const HEIGHT = 1200

type Fault = { sheet: string; look: string; fault: string }

const { values } = parseArgs({ options: { only: { type: 'string' }, out: { type: 'string' } } })
const only = values.only?.split(',') ?? []
const out = resolve(root, values.out ?? '.cache/sheets')
const faults: Fault[] = []

/** Printed at once as well, so that a run ended early has shown its findings. */
const told = (fault: Fault): void => {
  faults.push(fault)
  console.log(`${fault.sheet} (${fault.look}): ${fault.fault}`)
}

const contextOf = async (browser: Browser, url: string, who: SheetPage['who'], cast: Cast): Promise<BrowserContext> => {
  const context = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', deviceScaleFactor: 1 })
  // Enough for a sheet of five hundred rows on a busy machine.
  context.setDefaultTimeout(60_000)
  if (who === 'staff')
    await context.addInitScript((token) => localStorage.setItem('admin_token', token), cast.staffToken)
  if (who === 'student') {
    await context.addCookies([{ name: 'token', value: cast.studentToken, url, sameSite: 'Lax' }])
    await context.addInitScript((token) => localStorage.setItem('token', token), cast.studentToken)
  }
  return context
}

/** Waits for lazily loaded pictures; one that never loads is not waited for. */
const picturesCome = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const pictures = [...document.images].slice(0, 60)
    for (const picture of pictures) picture.loading = 'eager'
    const decoded = Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
    await Promise.race([decoded, new Promise((late) => setTimeout(late, 3000))])
  })

const watchConsole = (page: Page, on: SheetPage, at: () => string): void => {
  const heard = (fault: string) => {
    // A page that is not there is answered with 404, and the console says that.
    if (!(on.isMissing && /status of 404/.test(fault))) told({ sheet: on.name, look: at(), fault })
  }
  page.on('console', (message) => {
    if (message.type() === 'error') heard(message.text())
  })
  page.on('pageerror', (error) => heard(`${error.name}: ${error.message}`))
}

const takeShots = async (page: Page, url: string, on: SheetPage, rows: Rows): Promise<Shot[]> => {
  let at = 'opened'
  watchConsole(page, on, () => at)
  await page.goto(url + on.path)
  await settled(page)
  await picturesCome(page)
  const shots: Shot[] = []
  for (const look of rows === 500 ? looks : fewLooks) {
    at = look.name
    const width = await dress(page, look)
    for (const fault of await faultsOf(page, look)) told({ sheet: on.name, look: at, fault })
    const clip = { x: 0, y: 0, width, height: HEIGHT }
    const picture = await page.screenshot({ fullPage: true, clip, type: 'jpeg', quality: 85 })
    shots.push({ look, picture })
  }
  return shots
}

const takeSheet = async (browser: Browser, url: string, on: SheetPage, cast: Cast): Promise<void> => {
  const context = await contextOf(browser, url, on.who, cast)
  try {
    const shots = await takeShots(await context.newPage(), url, on, cast.rows)
    await writeFile(join(out, `${on.name}.png`), await drawSheet(browser, `${on.name}  ${on.path}`, shots))
    console.log(`${on.name}.png`)
  } catch (error) {
    told({ sheet: on.name, look: 'all', fault: error instanceof Error ? error.message : String(error) })
  } finally {
    await context.close()
  }
}

const isWanted = ({ name }: SheetPage): boolean => only.length === 0 || only.includes(name)

/** Whether a page with so much in its lists is asked for: filling them takes a minute. */
const isAsked = (rows: Rows): boolean =>
  only.length === 0 || only.some((name) => (rows === 500 ? !/-rows-\d$/.test(name) : name.endsWith(`-rows-${rows}`)))

await mkdir(out, { recursive: true })
const school = await startSchool()
const executablePath = bringChromium()
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  for (const rows of ([500, 1, 0] as const).filter(isAsked)) {
    const cast = await fillSchool(school, rows)
    const waiting = sheetPagesOf(cast).filter(isWanted).values()
    const work = async () => {
      for (const on of waiting) await takeSheet(browser, school.url, on, cast)
    }
    await Promise.all([work(), work()])
  }
} finally {
  await browser.close()
  await school.stop()
}
if (faults.length > 0) {
  console.table(faults)
  process.exitCode = 1
}

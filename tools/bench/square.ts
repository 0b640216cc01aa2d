/**
 * `npm run bench -- --square`: how soon the first pages of the sample school appear for a student with a slow phone. In
 * Chromium at 4× CPU slowdown, over three networks, each the median of seven first visits of a browser: first paint,
 * largest paint (LCP), layout shift (CLS), requests and kilobytes on the wire with headers; and in seven more visits,
 * when the page can be used: the moment of a real press, made as soon as there is something to press, that was
 * answered. Last a repeat visit of a browser whose service worker has the site. `--only=square` for one page,
 * `--visits=3` for fewer.
 */
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { paths } from '@tongchuang/contract/paths.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { startSchool } from '../../e2e/start-school.ts'
import { bringChromium } from '../chromium.ts'
import '../fresh-sites.ts'

const argument = (name: string): string | undefined =>
  process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3)
const VISITS = Number(argument('visits') ?? 7)
const SLOWDOWN = 4
const MOST_SHIFT = 0.05
const SETTLE_MS = 2_500
const ANSWERED_MS = 10_000

/** Milliseconds of a round trip, and megabits a second down and up. */
type Network = { name: string; latency: number; mbps: number; mbpsUp: number }
const slow = { name: 'slow 4G', latency: 150, mbps: 1.6, mbpsUp: 0.75 } as const satisfies Network
const fast = { name: 'fast 4G', latency: 60, mbps: 9, mbpsUp: 1.5 } as const satisfies Network
const unlimited = { name: 'no limits', latency: 0, mbps: 0, mbpsUp: 0 } as const satisfies Network

/**
 * `ready`: the first thing to press; `leadsTo`: a part of the address that opens, `opened`: an element of the page that
 * opens; aims in milliseconds.
 */
type Visit = {
  page: string
  path: string
  ready: string
  leadsTo: string
  opened: string
  network: Network
  isSecond?: boolean
  signedIn?: boolean
  lcp?: number
  usable?: number
}

type Measured = { fcp: number; lcp: number; cls: number; requests: number; bytes: number }

/** In the page, before anything else: notes what is painted and what moves. */
const watchPaint = (): void => {
  const seen = { lcp: 0, cls: 0, fcp: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) seen.cls += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    seen.fcp = list.getEntriesByName('first-contentful-paint')[0]?.startTime ?? seen.fcp
  }).observe({ type: 'paint', buffered: true })
}

/** In the page: records when each press has reached it; presses that the site replays do not count. */
const watchPress = (): void => {
  Object.assign(globalThis, { pressed: 0 })
  const note = ({ isTrusted }: Event) => isTrusted && Object.assign(globalThis, { pressed: performance.now() })
  addEventListener('click', note, { capture: true })
}

const newContext = async (
  browser: Browser,
  url: string,
  token: string | null,
  serviceWorkers: 'allow' | 'block',
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    serviceWorkers,
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  if (token !== null) {
    await context.addCookies([{ name: 'token', value: token, url, sameSite: 'Lax' }])
    await context.addInitScript((mine) => localStorage.setItem('token', mine), token)
  }
  return context
}

const limit = async (page: Page, { latency, mbps, mbpsUp }: Network): Promise<{ requests: number; bytes: number }> => {
  const devtools = await page.context().newCDPSession(page)
  const wire = { requests: 0, bytes: 0 }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await devtools.send('Network.enable')
  const bytes = (megabits: number) => (megabits === 0 ? -1 : (megabits * 1_000_000) / 8)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytes(mbps),
    uploadThroughput: bytes(mbpsUp),
  })
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    wire.requests += 1
    wire.bytes += encodedDataLength
  })
  return wire
}

const measure = async (context: BrowserContext, url: string, { path, ready, network }: Visit): Promise<Measured> => {
  const page = await context.newPage()
  const wire = await limit(page, network)
  await page.addInitScript(watchPaint)
  await page.goto(url + path, { waitUntil: 'commit' })
  await page.waitForSelector(ready)
  // Paints and shifts after the first thing to press count too. The event stream never ends, so a fixed time is waited
  // for.
  await page.waitForTimeout(SETTLE_MS)
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Omit<Measured, 'requests' | 'bytes'> }).seen)
  await page.close()
  return { ...seen, ...wire }
}

/**
 * In the page: the position of the first thing to press, once it is visible. Before the styles are applied, an element
 * has no valid position.
 */
const whereToPress = (ready: string): Promise<{ x: number; y: number }> =>
  new Promise((resolve) => {
    const look = () => {
      const box = document.querySelector(ready)?.getBoundingClientRect()
      const isPainted = performance.getEntriesByName('first-contentful-paint').length > 0
      if (box?.width && isPainted) resolve({ x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 12) })
      else requestAnimationFrame(look)
    }
    look()
  })

/**
 * Really presses the first thing to press as soon as it is visible; returns the moment, Infinity where it was not
 * answered.
 */
const press = async (context: BrowserContext, url: string, visit: Visit): Promise<number> => {
  const page = await context.newPage()
  await limit(page, visit.network)
  await page.addInitScript(watchPress)
  await page.goto(url + visit.path, { waitUntil: 'commit' })
  const { x, y } = await page.evaluate(whereToPress, visit.ready)
  await page.mouse.click(x, y)
  const pressed = await page.evaluate(() => (globalThis as unknown as { pressed: number }).pressed)
  // The loaded site has to answer, not a newly fetched document.
  const isAnswered = await page
    .waitForURL(({ href }) => href.includes(visit.leadsTo), { timeout: ANSWERED_MS })
    .then(
      () => page.waitForSelector(visit.opened, { timeout: ANSWERED_MS }).then(Boolean, () => false),
      () => false,
    )
  const isSame = await page.evaluate((at) => (globalThis as unknown as { pressed: number }).pressed === at, pressed)
  await page.close()
  return isAnswered && isSame && pressed > 0 ? pressed : Infinity
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

const cells = (texts: readonly (string | number)[]): string =>
  texts.map((text) => (typeof text === 'number' ? text.toFixed(0) : text).padStart(9)).join('')

const school = await startSchool({ LOG_LEVEL: 'error' })
const executablePath = bringChromium()
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})

const visitsOf = async (): Promise<Visit[]> => {
  const { list } = await (await school.asStudent('student'))(tasks.listDoing, { limit: 1 })
  const [task] = list
  if (!task) throw new Error('the sample school has no task under way')
  const square = {
    page: 'square',
    path: paths.square(),
    ready: 'section[aria-label="接下来要交的"] a',
    leadsTo: paths.tasksOf(''),
    opened: 'main h1:not(.vh)',
    signedIn: true,
  }
  const login = {
    page: 'log-in',
    path: paths.login(),
    ready: 'button[type=submit]',
    leadsTo: paths.login(),
    opened: 'input[name=username][aria-invalid=true]',
  }
  const one = {
    page: 'task',
    path: paths.task({ guild: task.guild_id, task: task.id, type: task.type }),
    ready: 'main a[href*="/submit/"]',
    leadsTo: '/submit/',
    opened: 'main h1',
    signedIn: true,
  }
  return [
    { ...square, network: slow, lcp: 2_000, usable: 2_300 },
    { ...square, network: fast, lcp: 1_000 },
    { ...square, network: unlimited, lcp: 950 },
    { ...login, network: slow, lcp: 1_200 },
    { ...one, network: slow, lcp: 1_800 },
    { ...square, network: slow, isSecond: true, lcp: 800 },
  ]
}

/** The visits of one line; a browser for each, or one that has been there before. */
const measureAll = async (visit: Visit, token: string): Promise<{ seen: Measured[]; pressed: number[] }> => {
  const seen: Measured[] = []
  const pressed: number[] = []
  // What a worker keeps for later would share the network with a first visit.
  const known = visit.isSecond ? await newContext(browser, school.url, token, 'allow') : null
  if (known) {
    const page = await known.newPage()
    await page.goto(school.url + visit.path)
    // It keeps the site once the page is quiet.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.waitForTimeout(2 * SETTLE_MS)
    await page.close()
  }
  for (let at = 0; at < VISITS; at += 1) {
    const context = known ?? (await newContext(browser, school.url, visit.signedIn ? token : null, 'block'))
    seen.push(await measure(context, school.url, visit))
    if (!known) await context.close()
    const another = known ?? (await newContext(browser, school.url, visit.signedIn ? token : null, 'block'))
    pressed.push(await press(another, school.url, visit))
    if (!known) await another.close()
  }
  await known?.close()
  return { seen, pressed }
}

let isGood = true
try {
  const token = await school.studentToken('student')
  const names = ['paint', 'LCP', 'aim', 'usable', 'aim', 'CLS', 'requests', 'KB']
  console.log(`${`${SLOWDOWN}× slower, median of ${VISITS}, ms`.padEnd(28)}${cells(names)}`)
  const only = argument('only')
  for (const visit of (await visitsOf()).filter(({ page }) => only === undefined || page === only)) {
    const { seen, pressed } = await measureAll(visit, token)
    const of = (name: keyof Measured) => median(seen.map((one) => one[name]))
    const usable = median(pressed)
    const isMet =
      of('lcp') <= (visit.lcp ?? Infinity) && usable <= (visit.usable ?? Infinity) && of('cls') <= MOST_SHIFT
    isGood &&= isMet
    const name = `${visit.page}, ${visit.isSecond ? 'second, ' : ''}${visit.network.name}`
    const figures = [of('fcp'), of('lcp'), visit.lcp ?? '–', usable, visit.usable ?? '–', of('cls').toFixed(3)]
    console.log(
      `${name.padEnd(28)}${cells([...figures, of('requests'), of('bytes') / 1_000])}  ${isMet ? '' : 'MISSED'}`,
    )
  }
} finally {
  await browser.close()
  await school.stop()
}
process.exit(isGood ? 0 : 1)

/**
 * `npm run bench -- --review`: how long a teacher waits while reviewing, in Chromium over a server in a process of its
 * own. A pile of photos of 12 megapixels is reviewed by keyboard: from the press of 「保存并下一份」 until the next picture,
 * already prefetched, is painted. Then a document of 20 pages, page by page, and a photo of 50 megapixels. For each
 * part the longest delay of the server's event loop, the longest task of the page, and memory. Aims: 200 ms and 50 ms.
 * With `--profile folder`, a trace of the browser over the photos and the server's profile are written there.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser, type Page } from '@playwright/test'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { adminMount, adminPaths } from '@tongchuang/contract/paths.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { pdfOfPages } from '../../../e2e/paper-files.ts'
import { startSchool, type School } from '../../../e2e/start-school.ts'
import { createHttpSend } from '../../../e2e/transport.ts'
import { uploadFile } from '../../../e2e/upload-file.ts'
import { bringChromium } from '../../chromium.ts'
import '../../fresh-sites.ts'
import { longestTask, pageDrawn, partsOfWait, pictureDrawn, watchReviewing } from './in-page.ts'
import { createPhotographer } from './papers.ts'
import type { Loop } from './watch-loop.ts'

const PHOTOS = 24
const PAGES = 20
const MOST_WAIT = 200
const MOST_LOOP = 50
/** A person takes longer to review: prefetching has finished by then. */
const READING_MS = 700

type Paper = { name: string; path: string }

/**
 * The pile in the order in which it is marked; the first one is not measured. It lies in files before the school is
 * watched: photos being drawn here would take the cores from the server that receives them.
 */
const pile = async (folder: string): Promise<Paper[]> => {
  const paper = async (name: string, bytes: Promise<Buffer> | Buffer): Promise<Paper> => {
    const path = join(folder, name)
    await writeFile(path, await bytes)
    return { name, path }
  }
  const photo = await createPhotographer(4_000, 3_000)
  const large = await createPhotographer(8_660, 5_780)
  const papers: Paper[] = []
  for (let number = 1; number <= PHOTOS + 1; number += 1)
    papers.push(await paper(`第${number}张.jpg`, photo(`第${number}张.jpg`)))
  papers.push(
    await paper('报告.pdf', pdfOfPages(PAGES)),
    await paper('大照片.jpg', large('50 MP')),
    await paper('最后.jpg', photo('end')),
  )
  return papers
}

const handInAll = async (school: School, papers: readonly Paper[]): Promise<number> => {
  const teacher = await school.asStaff('teacher')
  const { id: guild_id } = await teacher(guildSettings.create, { name: '菜园数学', hue: 'math', join_policy: 'open' })
  const { id } = await teacher(taskEditing.create, { guild_id, title: '菜园的最大面积' })
  const { base_version } = await teacher(taskEditing.form, { id })
  const content = '写在纸上拍照。'
  await teacher(taskEditing.update, { id, base_version, content, needs_review: true, hold: true, min_files: 1 })
  await teacher(taskEditing.publish, { id, now: true })
  for (const [at, { name, path }] of papers.entries()) {
    const token = await school.studentToken(`s${String(at + 5).padStart(3, '0')}`)
    const send = createHttpSend(school.url, token)
    await send(guilds.join, { guild_id })
    await send(tasks.accept, { id })
    const file = await uploadFile(school, token, { name, bytes: await readFile(path) })
    await send(submissions.submit, {
      task_id: id,
      content: '',
      files: [file],
      statement: true,
      key: `paper-${at}-of-pile`,
    })
  }
  return id
}

const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`
const at = (part: number, numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))] ?? 0

/** The most memory a process of the browser that draws pages has had. */
const memoryOfPages = async (browser: Browser): Promise<string> => {
  const devtools = await browser.newBrowserCDPSession()
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  const most = await Promise.all(
    processInfo
      .filter(({ type }) => type === 'renderer')
      .map(async ({ id }) => {
        const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
        return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
      }),
  )
  return mb(Math.max(0, ...most))
}

type Part = { browser: Browser; page: Page; askLoop: () => Promise<Loop>; profile: string | undefined }

const traced = ['devtools.timeline', 'blink.user_timing', 'loading', 'disabled-by-default-v8.cpu_profiler']

/** Prints one line for a part; returns whether the event loop stayed within its aim. */
const sayPart = async ({ browser, page, askLoop }: Part, what: string): Promise<boolean> => {
  const { longest, p99, work, cpu, rss, mostRss } = await askLoop()
  const task = await page.evaluate(longestTask)
  console.log(
    `${what.padEnd(24)} server: loop ≤ ${longest.toFixed(1)} ms (p99 ${p99.toFixed(1)}, its own work ≤ ${work.toFixed(0)}), ${cpu.toFixed(0)} ms CPU, ${mb(rss)} (most ${mb(mostRss)}) | page: longest task ${task.toFixed(0)} ms, most ${await memoryOfPages(browser)}`,
  )
  return longest <= MOST_LOOP
}

/** When each file was first requested, by path: a prefetched file is requested before the press. */
const watchFiles = (page: Page): Map<string, number> => {
  const asked = new Map<string, number>()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    // Small pictures of the strip are no part of it.
    if (!pathname.includes('/api/files/') || search.includes('=t.') || asked.has(pathname)) return
    asked.set(pathname, performance.now())
  })
  return asked
}

const press = async (page: Page, drawn: Promise<number>): Promise<number> => {
  await page.keyboard.press('4')
  await page.waitForTimeout(READING_MS)
  await page.keyboard.press('s')
  return drawn
}

/** Goes through every page of the document by key; returns the longest wait in milliseconds. */
const leaf = async (page: Page): Promise<number> => {
  let most = 0
  for (let number = 2; number <= PAGES; number += 1) {
    const began = await page.evaluate(() => performance.now())
    await page.keyboard.press('ArrowRight')
    await page.evaluate(pageDrawn, `第${number}页`)
    most = Math.max(most, (await page.evaluate(() => performance.now())) - began)
  }
  return most
}

const measureAll = async (part: Part): Promise<boolean> => {
  const { page, browser, profile } = part
  await page.evaluate(pictureDrawn, '第1张')
  const parts: boolean[] = [await sayPart(part, 'the review page opens')]
  const waits: number[] = []
  const steps: { answered: number; stood: number }[] = []
  const asked = watchFiles(page)
  let late = 0
  if (profile) await browser.startTracing(page, { path: join(profile, 'review.json'), categories: traced })
  for (let number = 2; number <= PHOTOS + 1; number += 1) {
    const wait = await press(page, page.evaluate(pictureDrawn, `第${number}张`))
    waits.push(wait)
    steps.push(await page.evaluate(partsOfWait))
    // Some are enough, and a trace of all takes minutes to be written.
    if (profile && number === 7) await browser.stopTracing()
    const { pathname } = new URL(
      await page
        .locator('[data-work] img[alt]:not([alt=""])')
        .first()
        .evaluate((one: HTMLImageElement) => one.src),
    )
    if ((asked.get(pathname) ?? 0) > performance.now() - wait) late += 1
  }
  console.log(
    `press to next picture, ${waits.length} times: median ${at(0.5, waits).toFixed(0)} ms, p95 ${at(0.95, waits).toFixed(0)} ms, most ${Math.max(...waits).toFixed(0)} ms; ${late} not read ahead`,
  )
  const medianOf = (step: 'answered' | 'stood') =>
    at(
      0.5,
      steps.map((one) => one[step]),
    ).toFixed(0)
  console.log(
    `of these until the answer ${medianOf('answered')} ms, until the picture stands there ${medianOf('stood')} ms`,
  )
  parts.push(await sayPart(part, `${PHOTOS} photos of 12 MP`))
  const toDocument = await press(page, page.evaluate(pageDrawn, '第1页'))
  const leafed = await leaf(page)
  console.log(
    `press to a document ${toDocument.toFixed(0)} ms; each of its ${PAGES} pages within ${leafed.toFixed(0)} ms`,
  )
  parts.push(await sayPart(part, `a document of ${PAGES} pages`))
  const toLarge = await press(page, page.evaluate(pictureDrawn, '大照片'))
  for (const key of ['+', '+', 'o', '0']) await page.keyboard.press(key)
  console.log(`press to a photo of 50 MP ${toLarge.toFixed(0)} ms`)
  await press(page, page.evaluate(pictureDrawn, '最后'))
  parts.push(await sayPart(part, 'a photo of 50 MP'))
  return parts.every(Boolean) && late === 0 && at(0.5, waits) <= MOST_WAIT && at(0.95, waits) <= MOST_WAIT
}

/** Hands the pile in and marks it. */
export const measureReviewing = async (into?: string): Promise<boolean> => {
  const profile = into === undefined ? undefined : resolve(into)
  if (profile) await mkdir(profile, { recursive: true })
  const folder = await mkdtemp(join(tmpdir(), 'tongchuang-review-'))
  const told = join(folder, 'port')
  const watcher = pathToFileURL(join(import.meta.dirname, 'watch-loop.ts')).href
  const profiled = profile ? ` --cpu-prof --cpu-prof-dir=${profile}` : ''
  const NODE_OPTIONS = `--import=${watcher}${profiled}`
  const papers = await pile(folder)
  const school = await startSchool({ LOG_LEVEL: 'error', WATCH_LOOP: told, NODE_OPTIONS })
  const askLoop = async () => (await (await fetch(`http://127.0.0.1:${await readFile(told, 'utf8')}`)).json()) as Loop
  const executablePath = bringChromium()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'zh-CN' })
    const page = await context.newPage()
    await page.addInitScript((mine) => localStorage.setItem('admin_token', mine), await school.staffToken('teacher'))
    await page.addInitScript(watchReviewing)
    const part = { browser, page, askLoop, profile }
    await askLoop()
    const task_id = await handInAll(school, papers)
    const isHandInQuick = await sayPart(part, 'handed in')
    await page.goto(school.url + adminMount + adminPaths.review({ task: task_id }))
    return (await measureAll(part)) && isHandInQuick
  } finally {
    await browser.close()
    await school.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

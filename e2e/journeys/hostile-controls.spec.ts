import { createServer } from 'node:http'
import type { Browser, Page } from '@playwright/test'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { portOf } from '../../server/src/http/port-of.ts'
import { hostileTexts } from '../hostile-texts.ts'
import { compare, hostile, readPage, watchForHarm } from '../hostile-rig.ts'
import { expect, test } from '../journey.ts'
import { settled } from '../settled.ts'
import type { School } from '../start-school.ts'

// A control for the harm detector of the other journey: it runs on pages whose protection is removed.

test('a page without protection runs most of the hostile texts @desktop', async ({ browser }) => {
  const server = createServer((request, response) => {
    const number = Number(request.url?.slice(1))
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (Number.isInteger(number) && request.url !== '/')
      response.end(`<!doctype html><title>${number}</title><body>${hostile.texts[number] ?? ''}`)
    else
      response.end(
        hostile.texts
          .slice(0, 100)
          .map((_, index) => `<iframe src="/${index}"></iframe>`)
          .join(''),
      )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const page = await browser.newPage()
  const harm = await watchForHarm(page)
  await page.goto(`http://127.0.0.1:${portOf(server)}/`, { waitUntil: 'commit' })
  // About a third needs a click, another place or an older browser.
  await expect
    .poll(() => new Set(harm.map((what) => what.replace(/^.* in /, ''))).size)
    .toBeGreaterThan(hostile.isLong ? 5 : 30)
  await page.close()
  server.closeAllConnections()
  server.close()
})

// Only self-contained texts: one that leaves a comment or a field open would swallow the others.
const whole = hostileTexts.filter((text) =>
  /^<(img|video|audio|details|input|button|select|iframe|object)\b.*>$/i.test(text),
)
const html = whole.map((text) => `<div>${text}</div>`).join('\n')
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A student’s page of a task whose text comes as it was typed, and whose title was made safe once too often. */
const openBroken = async (
  browser: Browser,
  school: School,
  { bypassCSP }: { bypassCSP: boolean },
): Promise<{ page: Page; harm: string[] }> => {
  const context = await browser.newContext({ baseURL: school.url, bypassCSP })
  const page = await context.newPage()
  const token = await school.studentToken('student')
  await context.addCookies([{ name: 'token', value: token, url: school.url, sameSite: 'Lax' }])
  await page.addInitScript((mine) => localStorage.setItem('token', mine), token)
  await page.route(`**${studentTask.detail.path}*`, async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: { task: Record<string, unknown> } }
    Object.assign(answer.data.task, { content_html: html, title: `⟦title:12⟧${escaped(hostile.texts[12] ?? '')}` })
    await route.fulfill({ json: answer })
  })
  const harm = await watchForHarm(page)
  const [task] = (await (await school.asStudent('student'))(tasks.listByGuild, { limit: 1 })).list
  await page.goto(`/square/task_detail/${task?.guild_id}?task=${task?.id}`)
  await settled(page)
  return { page, harm }
}

test('a reader of a text that was not made safe is protected by the content policy, and each breach is reported @desktop', async ({
  browser,
  school,
}) => {
  const { page, harm } = await openBroken(browser, school, { bypassCSP: false })
  const { alien } = await readPage(page)
  expect(alien.length, 'handlers, frames and addresses that no text may put into a page').toBeGreaterThan(10)
  await expect.poll(() => harm.filter((what) => what.startsWith('breach of script-src')).length).toBeGreaterThan(10)
  expect(harm.filter((what) => /^(alert|dialog)/.test(what))).toEqual([])
  await page.context().close()
})

test('a hostile text runs where the content policy is missing as well, and that is reported @desktop', async ({
  browser,
  school,
}) => {
  const { page, harm } = await openBroken(browser, school, { bypassCSP: true })
  await readPage(page)
  await expect.poll(() => harm.filter((what) => what.startsWith('alert in')).length).toBeGreaterThan(5)
  await page.context().close()
})

test('a text that does not read as typed is reported @desktop', async ({ browser, school }) => {
  const { page } = await openBroken(browser, school, { bypassCSP: false })
  const { marked } = await readPage(page)
  expect(compare(marked).changed).toEqual([expect.stringMatching(/^title:12 reads &lt;/)])
  await page.context().close()
})

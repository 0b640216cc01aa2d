import type { Browser, Page } from '@playwright/test'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import type { Send } from '@tongchuang/contract/sender.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { expectAccessible } from '../accessible.ts'
import { drawByFinger, drawByMouse, ring, type Line } from '../drawing.ts'
import { expect, expectNoSideways, testsInNewSchool } from '../journey.ts'
import { closeDrawer, openPart, scoreByThumb } from '../pages/review-page.ts'
import { pdfWithScripts, photoOfPaper } from '../paper-files.ts'
import { hasSpokenFor } from '../speaking.ts'
import type { School } from '../start-school.ts'
import { createHttpSend } from '../transport.ts'
import { uploadFile } from '../upload-file.ts'

const test = testsInNewSchool()
const { CHROMIUM: executablePath } = process.env
// A microphone that beeps, and a browser that allows it.
test.use({
  launchOptions: {
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  },
})

// The number of works to review; WORKS=45 for a whole class.
const works = Number(process.env.WORKS ?? 6)
const byTouch = Math.min(10, Math.floor(works / 3))
const returns = Math.max(1, Math.floor(works / 9))
const title = '菜园的最大面积'

type Student = { token: string; send: Send }

/** Hands in one file, as a photo or as a document. */
const handIn = async (school: School, { token, send }: Student, task_id: number, name: string) => {
  const bytes = name.endsWith('.pdf') ? pdfWithScripts() : await photoOfPaper(name)
  const file = await uploadFile(school, token, { name, bytes })
  await send(submissions.submit, {
    task_id,
    content: '过程在附件里。',
    files: [file],
    statement: true,
    key: `${name}-of-${token.slice(-12)}`,
  })
}

/**
 * A class of its own with a task whose results are held, and a work of each of its students, every fourth a document.
 */
const classWithWorks = async (school: School) => {
  const teacher = await school.asStaff('teacher')
  const { id: guild_id } = await teacher(guildSettings.create, { name: '菜园数学', hue: 'math', join_policy: 'open' })
  const { id } = await teacher(taskEditing.create, { guild_id, title })
  const { base_version } = await teacher(taskEditing.form, { id })
  const content = '用20米篱笆围菜园，面积最大是多少？写在纸上拍照。'
  await teacher(taskEditing.update, { id, base_version, content, needs_review: true, hold: true, min_files: 1 })
  await teacher(taskEditing.publish, { id, now: true })
  const students: Student[] = []
  const places = Array.from({ length: works }, (_, at) => at).values()
  const lane = async () => {
    for (const at of places) {
      const token = await school.studentToken(`s${String(at + 5).padStart(3, '0')}`)
      const student = { token, send: createHttpSend(school.url, token) }
      await student.send(guilds.join, { guild_id })
      await student.send(tasks.accept, { id })
      await handIn(school, student, id, at % 4 === 2 ? '报告.pdf' : `第${at + 1}张.jpg`)
      students.push(student)
    }
  }
  await Promise.all([lane(), lane()])
  return { guild_id, task_id: id, students, teacher }
}

type Reviewing = { page: Page; draw: typeof drawByMouse; isPhone: boolean }

/** Draws a ring, a frame and a pin with words on the open page. */
const mark = async ({ page, draw, isPhone }: Reviewing) => {
  const tools = page.getByRole('toolbar', { name: '在图上画' })
  const list = page.getByRole('region', { name: '图上的批注' })
  const lines: readonly [string, string, Line, string][] = [
    ['p', '画笔', ring, '这里漏乘了-2。'],
    [
      'b',
      '方框',
      [
        [0.2, 0.5],
        [0.4, 0.53],
        [0.7, 0.56],
      ],
      '改完上一行再算一次。',
    ],
    ['n', '图钉', [[0.8, 0.7]], '单位要写上。'],
  ]
  for (const [at, [key, name, line, words]] of lines.entries()) {
    if (isPhone) await tools.getByRole('button', { name }).tap()
    else await page.keyboard.press(key)
    await draw(page, /第\d+张|第1页/, line)
    // What a finger has drawn stays in sight: the drawer opens only where it is asked for.
    if (isPhone)
      await expect(page.getByRole('button', { name: '评分和评语' })).toHaveAttribute('aria-expanded', 'false')
    const field = list.getByLabel(`图上批注${at + 1}的文字`)
    await openPart(page, '批注和评语')
    if (isPhone || key === 'p') await field.fill(words)
    else {
      // The words of a frame or a pin are typed right after drawing.
      await expect(field).toBeFocused()
      await page.keyboard.type(words)
    }
    await field.press('Escape')
    if (isPhone) await closeDrawer(page)
  }
  await openPart(page, '批注和评语')
  await expect(list.getByRole('listitem')).toHaveCount(3)
}

/** Records a voice on the second mark by holding its button, and types what was said. */
const speakAbout = async (page: Page) => {
  const list = page.getByRole('region', { name: '图上的批注' })
  await list.getByRole('button', { name: '看图上批注2' }).click()
  await list.getByRole('button', { name: '按住说第2处' }).hover()
  await page.mouse.down()
  await hasSpokenFor(page.getByRole('region', { name: '说给学生听' }), 1)
  await page.mouse.up()
  const second = list.getByRole('listitem').nth(1)
  await expect(second.getByRole('button', { name: /^播放语音/ })).toBeVisible()
  const words = second.getByLabel('文字版（选填）')
  await words.fill('负二乘进括号里。')
  await words.press('Escape')
}

/** Records a voice by holding the key, and types what was said. */
const speak = async (page: Page) => {
  const part = page.getByRole('region', { name: '说给学生听' })
  await page.keyboard.down('t')
  await hasSpokenFor(part, 1)
  await page.keyboard.up('t')
  const words = part.getByLabel(/的文字版（选填）/)
  await words.fill('先写出范围，再代数。')
  await words.press('Escape')
}

/** Goes through so many works that wait; answers how long each next one took to be drawn. */
const markWorks = async (
  reviewing: Reviewing,
  address: string,
  count: number,
  { giveBack = 0, isAgain = false } = {},
) => {
  const { page, isPhone } = reviewing
  const save = page.getByRole('button', { name: /^保存(并下一份)?/ })
  const name = page.getByRole('heading', { level: 2 }).first()
  const picture = page.getByRole('region', { name: '文件' }).getByRole('img').first()
  await page.goto(address)
  for (let at = 0; at < count; at += 1) {
    await expect(save).toBeVisible()
    await expect(picture).toBeVisible()
    const now = (await name.textContent()) ?? ''
    if (isAgain) await expect(page.getByRole('region', { name: '第1版的批注' }).getByRole('checkbox')).toHaveCount(3)
    else await mark(reviewing)
    if (!isPhone && !isAgain && at % 9 === giveBack) {
      await speakAbout(page)
      await speak(page)
    }
    if (at < giveBack) {
      // This result is released without waiting for the others.
      await page.keyboard.press('h')
      await page.keyboard.press('r')
      const dialog = page.getByRole('dialog', { name: '退回修改' })
      await dialog.getByLabel('请学生改什么').fill('按图上的三处改。')
      await dialog.getByRole('button', { name: '退回' }).click()
    } else if (isPhone) {
      await scoreByThumb(page, at === 0)
      await save.tap()
    } else {
      await page.keyboard.press('4')
      await page.keyboard.press('s')
    }
    if (at < count - 1) await expect(name).not.toHaveText(now)
  }
}

const onPhone = async (browser: Browser, school: School): Promise<Reviewing> => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'zh-CN',
    baseURL: school.url,
    permissions: ['microphone'],
  })
  const page = await context.newPage()
  await page.addInitScript((mine) => localStorage.setItem('admin_token', mine), await school.staffToken('teacher'))
  return { page, draw: drawByFinger, isPhone: true }
}

/** The student’s page without pictures, as a blind user reads it. */
const unseen = async (browser: Browser, school: School, token: string): Promise<Page> => {
  const context = await browser.newContext({ locale: 'zh-CN', baseURL: school.url })
  await context.addCookies([{ name: 'token', value: token, url: school.url, sameSite: 'Lax' }])
  await context.route('**/*', (route) =>
    route.request().resourceType() === 'image' ? route.abort() : route.continue(),
  )
  const page = await context.newPage()
  await page.addInitScript((mine) => localStorage.setItem('token', mine), token)
  return page
}

test('a teacher marks a pile of photos by mouse, finger and voice, returns some, reviews them again and releases all, and a student reads everything without a picture @desktop', async ({
  page,
  school,
  logInStaff,
  browser,
  context,
}) => {
  test.setTimeout(90_000 + works * 25_000)
  const { guild_id, task_id, students, teacher } = await classWithWorks(school)
  const waiting = async () => (await teacher(reviewsAdmin.queue, { task_id })).total
  await context.grantPermissions(['microphone'])
  await logInStaff('teacher')
  const address = `/admin/review?task=${task_id}`
  const reviewing: Reviewing = { page, draw: drawByMouse, isPhone: false }
  await markWorks(reviewing, address, works - byTouch, { giveBack: returns })
  await expect.poll(waiting).toBe(byTouch)
  const phone = await onPhone(browser, school)
  await markWorks(phone, address, byTouch)
  await expect(phone.page.getByText('这里的都批完了')).toBeVisible()
  await expectNoSideways(phone.page)
  await phone.page.context().close()

  // Only returned works are released: each is corrected, submitted again and reviewed against the earlier comments.
  let corrected = 0
  for (const student of students) {
    const { task } = await student.send(studentTask.detail, { id: task_id })
    if (task.state !== 'returned') continue
    await handIn(school, student, task_id, `第${100 + corrected}张.jpg`)
    corrected += 1
  }
  expect(corrected).toBe(returns)
  await markWorks(reviewing, address, returns, { isAgain: true })
  await expect(page.getByText('这里的都批完了')).toBeVisible()
  await page.goto(`${address}&state=reviewed`)
  await page.getByRole('button', { name: `公布${works}份成绩` }).click()
  await page.getByRole('dialog').getByRole('button', { name: '公布成绩' }).click()
  await expect(page.getByText(`已公布${works}份`)).toBeVisible()

  // Among the works reviewed once, those that also got a voice.
  const spoken: Student[] = []
  for (const student of students) {
    const [answer] = (await student.send(studentTask.detail, { id: task_id })).feedback
    expect(answer).toMatchObject({ decision: 'pass' })
    if (answer && answer.voices.length > 0) spoken.push(student)
  }
  const theirs = await unseen(browser, school, spoken[0]?.token ?? '')
  await theirs.goto(`/square/task_detail/${guild_id}?task=${task_id}`)
  const thread = theirs.getByRole('region', { name: '和老师说一句' })
  await expect(theirs.getByRole('list', { name: '老师在图上写的' }).locator('> li')).toHaveCount(3)
  await expect(thread.getByRole('textbox')).toBeVisible()
  await expectAccessible(theirs)
  const read = await theirs.getByRole('main').ariaSnapshot()
  // The order in which it is read aloud: the score, the comment, the marks, the way to ask.
  const parts = [
    '80',
    '先写出范围，再代数。',
    '这里漏乘了-2。',
    '改完上一行再算一次。',
    '负二乘进括号里。',
    '单位要写上。',
    '和老师说一句',
  ]
  const order = parts.map((words) => read.indexOf(words))
  expect(order, read).toEqual(order.toSorted((one, other) => one - other))
  expect(Math.min(...order), read).toBeGreaterThan(0)
  await thread.getByRole('textbox', { name: '写给老师' }).fill('老师，范围为什么不含10？')
  await thread.getByRole('button', { name: '发给老师' }).click()
  await expect(thread.getByRole('listitem')).toContainText('等老师回复')
  await theirs.context().close()

  await page.goto('/admin')
  await page.getByRole('link', { name: /等老师回复/ }).click()
  await expect(page.getByRole('list', { name: '等老师回复' })).toContainText('老师，范围为什么不含10？')
})

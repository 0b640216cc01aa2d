import type { Locator, Page } from '@playwright/test'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, testsInNewSchool } from '../journey.ts'
import { handInFiles } from '../hand-in-files.ts'
import { isOnPhone, openPart } from '../pages/review-page.ts'
import { photoOfPaper } from '../paper-files.ts'
import { hasSpokenFor } from '../speaking.ts'

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

/** Where one speaks: on a phone near the thumb. */
const partOf = (page: Page): Locator =>
  isOnPhone(page) ? page.getByRole('complementary', { name: '评分' }) : page.getByRole('region', { name: '说给学生听' })

/** Holds the button until the clock shows that many seconds. */
const speakFor = async (page: Page, seconds: number): Promise<void> => {
  const part = partOf(page)
  await part.getByRole('button', { name: '按住说话' }).hover()
  await page.mouse.down()
  await hasSpokenFor(part, seconds)
  await page.mouse.up()
}

const paper = async () => [{ name: '第一页.jpg', bytes: await photoOfPaper('12. x(20-2x)') }]

test('a teacher holds the button and speaks, listens, says it anew, writes it down, and the student hears and reads it', async ({
  page,
  school,
  logInStaff,
  browser,
  context,
}, { project }) => {
  const student = project.name === 'phone' ? 's032' : 's033'
  const { task_id, submit_id } = await handInFiles(school, student, await paper())
  const teacher = await school.asStaff('admin')
  const spoken = async () => (await teacher(reviewToolsAdmin.work, { submit_id })).voices
  await context.grantPermissions(['microphone'])
  await logInStaff('admin')
  await page.goto(`/admin/review?work=${submit_id}`)
  const part = partOf(page)
  await speakFor(page, 2)
  await openPart(page, '批注和评语')
  await expect(part.getByRole('button', { name: /^播放语音，\d秒/ })).toBeVisible()
  await part.getByLabel('文字版（选填）').fill('答要带单位。')
  await expect.poll(async () => (await spoken()).map(({ text }) => text)).toEqual(['答要带单位。'])
  const [voice] = await spoken()
  expect(voice?.seconds).toBeGreaterThan(1)
  expect(Math.max(...(voice?.peaks ?? []))).toBeGreaterThan(0)

  await page.reload()
  await openPart(page, '批注和评语')
  await expect(part.getByLabel('文字版（选填）')).toHaveValue('答要带单位。')
  await part.getByRole('button', { name: /^播放/ }).click()
  await expect(part.getByRole('button', { name: /^暂停/ })).toBeVisible()
  await expect
    .poll(() => part.locator('audio').evaluate((one: HTMLAudioElement) => one.currentTime))
    .toBeGreaterThan(0.2)
  await expectAccessible(page)
  await expectNoSideways(page)
  await part.getByRole('button', { name: '删除这段语音' }).click()
  await expect(part.getByRole('button', { name: '按住说话' })).toBeFocused()
  await expect.poll(spoken).toEqual([])

  // By key: the first recording is discarded with Esc once it has begun, the second is kept.
  await page.keyboard.press('t')
  await hasSpokenFor(part, 1)
  await page.keyboard.press('Escape')
  await expect(part.getByRole('button', { name: '按住说话' })).toBeVisible()
  await page.keyboard.press('t')
  await hasSpokenFor(part, 1)
  await page.keyboard.press('t')
  await part.getByLabel('文字版（选填）').fill('面积的单位是平方米。')
  await expect.poll(async () => (await spoken()).map(({ text }) => text)).toEqual(['面积的单位是平方米。'])
  // Four of five: of the score, or of each criterion the task has.
  await page.keyboard.press('Escape')
  for (let n = 0; n < 8; n += 1) await page.keyboard.press('4')
  await page.getByRole('button', { name: /保存并下一份/ }).click()
  await expect(page.getByText(/80分/).first()).toBeVisible()

  const theirContext = await browser.newContext({ viewport: page.viewportSize(), locale: 'zh-CN', baseURL: school.url })
  const token = await school.studentToken(student)
  await theirContext.addCookies([{ name: 'token', value: token, url: school.url, sameSite: 'Lax' }])
  const theirs = await theirContext.newPage()
  await theirs.addInitScript((mine) => localStorage.setItem('token', mine), token)
  const fetched: string[] = []
  theirs.on('request', (request) => request.resourceType() === 'media' && fetched.push(request.url()))
  const document = await theirs.goto(`/square/task_detail/1?task=${task_id}`)
  expect(document?.headers()['permissions-policy'], 'the microphone is for the admin site alone').toContain(
    'microphone=()',
  )
  const said = theirs.getByRole('list', { name: '老师说的' }).first()
  await expect(said.getByText('面积的单位是平方米。')).toBeVisible()
  expect(fetched, 'nothing is fetched before it is asked for').toEqual([])
  await said.getByRole('button', { name: /^播放语音/ }).focus()
  await theirs.keyboard.press('Enter')
  await expect
    .poll(() => said.locator('audio').evaluate((one: HTMLAudioElement) => one.currentTime))
    .toBeGreaterThan(0.2)
  await expect(said.getByRole('slider', { name: /的进度$/ })).toHaveAttribute('aria-valuetext', /，共0:0/)
  await expectAccessible(theirs)
  await expectNoSideways(theirs)
  await theirContext.close()
})

test('a teacher keeps what was said until a reload, or until the microphone is unplugged @desktop', async ({
  page,
  school,
  logInStaff,
  context,
}) => {
  // A pulled cable: the granted track ends and reports it. Revoking the permission ends it only sometimes.
  await page.addInitScript(() => {
    const given: MediaStreamTrack[] = []
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted)
      given.push(...stream.getTracks())
      return stream
    }
    Object.assign(window, {
      takeAway: () => {
        for (const track of given) {
          track.stop()
          track.dispatchEvent(new Event('ended'))
        }
      },
    })
  })
  const { submit_id } = await handInFiles(school, 's035', await paper())
  const teacher = await school.asStaff('admin')
  const spoken = async () => (await teacher(reviewToolsAdmin.work, { submit_id })).voices.length
  await context.grantPermissions(['microphone'])
  await logInStaff('admin')
  await page.goto(`/admin/review?work=${submit_id}`)
  const part = partOf(page)
  await part.getByRole('button', { name: '按住说话' }).click()
  await hasSpokenFor(part, 3)
  await page.reload()
  await expect(part.getByRole('button', { name: /^播放语音，\d秒/ })).toBeVisible()
  await expect.poll(spoken).toBe(1)
  await part.getByRole('button', { name: '按住说话' }).click()
  await hasSpokenFor(part, 2)
  await page.evaluate(() => (window as unknown as { takeAway: () => void }).takeAway())
  await expect(part.getByText(/麦克风断开了，断开前的\d秒已经留下/)).toBeVisible()
  await expect.poll(spoken).toBe(2)
})

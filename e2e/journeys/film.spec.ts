import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { works } from '@tongchuang/contract/works.ts'
import { expect, expectNoSideways, test } from '../journey.ts'
import { settled } from '../settled.ts'

test('a student plays a film in the page; it comes in parts and never starts by itself @phone', async ({
  page,
  school,
  logIn,
}) => {
  const [work] = (await (await school.asStudent('student'))(works.list, { form: 'video', limit: 1 })).list
  expect(work?.title).toBe('下雨，改成跳绳')
  // The location stored in a film is kept in it, so only its author and teachers may open it.
  const students = (await (await school.asStaff('admin'))(peopleAdmin.list, { keyword: work?.author.nickname ?? '' }))
    .list
  await logIn(students.find(({ id }) => id === work?.author.user_id)?.username ?? '')
  const parts: { status: number; range: string | null }[] = []
  page.on('response', async (response) => {
    if (response.request().resourceType() === 'media')
      parts.push({ status: response.status(), range: (await response.allHeaders())['content-range'] ?? null })
  })
  await page.goto(`/works/index?work=${work?.id}`)
  await settled(page)
  const film = page.getByRole('dialog').locator('video')
  await expect(film).toBeVisible()
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0)
  expect(
    await film.evaluate(({ paused, autoplay, duration, videoWidth }: HTMLVideoElement) => [
      paused,
      autoplay,
      Math.round(duration),
      videoWidth,
    ]),
  ).toEqual([true, false, 4, 240])
  await film.evaluate(async (video: HTMLVideoElement) => {
    video.muted = true
    video.currentTime = 2
    await video.play()
  })
  await expect.poll(() => film.evaluate(({ currentTime }: HTMLVideoElement) => currentTime)).toBeGreaterThan(2.2)
  await expect.poll(() => parts).toContainEqual({ status: 206, range: expect.stringMatching(/^bytes \d+-\d+\/\d+$/) })
  await expectNoSideways(page)
})

import { tasks } from '@tongchuang/contract/tasks.ts'
import { works } from '@tongchuang/contract/works.ts'
import { expect, test } from '../journey.ts'
import { openTaskFor, SubmitPage } from '../pages/submit-page.ts'

const userAgent =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 MicroMessenger/8.0.49'
const inBrowser = '请点右上角 ··· 选择在浏览器打开'

test.use({ userAgent })

test('a student in WeChat is told how to go on where it would do nothing, and is offered the camera @phone', async ({
  page,
  school,
  logIn,
}) => {
  const send = await school.asStudent('student')
  const { list } = await send(tasks.listByGuild, { limit: 100 })
  const task = list.find(({ title }) => title === '食堂排队要等多久？')
  const work = (await send(works.list, { form: 'image', limit: 50 })).list.find(({ mine }) => !mine)
  // Every press of a link that saves: whether WeChat was kept from trying.
  await page.addInitScript(() => {
    const kept: boolean[] = []
    Object.assign(globalThis, { kept })
    addEventListener('click', (event) => {
      if (!(event.target instanceof Element && event.target.closest('a[download]'))) return
      kept.push(event.defaultPrevented)
      event.preventDefault()
    })
  })
  const kept = () => page.evaluate(() => (globalThis as unknown as { kept: boolean[] }).kept)
  await logIn('student')

  await page.goto(`/square/task_detail/${task?.guild_id}?task=${task?.id}`)
  await page.getByRole('link', { name: /^下载/ }).first().click()
  await expect(page.getByText(inBrowser)).toBeVisible()
  expect(await kept()).toEqual([true])

  // A work with a file that browsers cannot display.
  await page.route('**/api/submit/submit?*', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: object }
    const file = {
      id: 1,
      name: '模型.zip',
      size: 2_000_000,
      mime: 'application/zip',
      kind: 'other',
      url: '/api/files/1',
      thumb_url: null,
      text_url: null,
      sha256: '',
    }
    await route.fulfill({ response, json: { ...body, data: { ...body.data, files: [file] } } })
  })
  await page.goto(`/works/index?work=${work?.id}`)
  const viewer = page.getByRole('dialog')
  await expect(viewer).toContainText('这种文件不能在网页里看')
  await expect(viewer.getByText(inBrowser)).toBeVisible()
  await expect(viewer.getByRole('link', { name: '下载' }).nth(1)).toBeVisible()
  const links = await viewer.getByRole('link', { name: '下载' }).all()
  for (const link of links) await link.click()
  expect(await kept()).toEqual(links.map(() => true))

  await page.route('**/api/student/export', (route) =>
    route.fulfill({
      json: {
        code: 1,
        msg: '',
        time: 1,
        data: { status: 'ready', link: '/api/files/1', size: 2_000_000, until: '2099-01-01T00:00:00.000Z' },
      },
    }),
  )
  await page.goto('/square/mycenter?tab=settings')
  await page.getByRole('link', { name: /^下载ZIP/ }).click()
  await expect(page.getByText(inBrowser)).toBeVisible()
  expect(await kept()).toEqual([true])
  await expect(page.getByLabel('更换头像')).toHaveAttribute('accept', 'image/*')

  const { address } = await openTaskFor(school, 'student')
  await new SubmitPage(page).open(address)
  for (const input of await page.locator('input[type=file]').all())
    await expect(input).toHaveAttribute('accept', 'image/*')
  await expect(page.getByText('在微信里选不到文件时')).toBeVisible()
})

import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { adminPaths, paths } from '@tongchuang/contract/paths.ts'
import { works } from '@tongchuang/contract/works.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, test } from '../journey.ts'
import { settled } from '../settled.ts'
import type { School } from '../start-school.ts'

const ownExcellent = async (school: School) => {
  const send = await school.asStudent('student')
  const own = (await send(works.list, { featured: true, limit: 100 })).list.find(({ mine }) => mine)
  if (!own) throw new Error('no work of the student of the sample school is excellent')
  return own
}

/** Opens the certificate from the work itself; answers its number. */
const openFromWork = async (page: Page, id: number): Promise<string> => {
  await page.goto(paths.work(id))
  await page.getByRole('dialog').getByRole('link', { name: '看奖状' }).click()
  await expect(page).toHaveURL(paths.certificate(id))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('你的奖状')
  const said = await page.getByRole('region', { name: '奖状编号' }).innerText()
  return /C-[0-9A-Z]{10}/.exec(said)?.[0] ?? ''
}

test('a student prints the certificate of an excellent work on one A4 sheet and keeps it as a picture, without a word to anybody', async ({
  page,
  logIn,
  school,
}) => {
  const own = await ownExcellent(school)
  await logIn('student')
  const number = await openFromWork(page, own.id)
  const sheet = page.getByRole('region', { name: '奖状', exact: true })
  await expect(sheet).toContainText('林雨桐同学：')
  await expect(sheet).toContainText(`你的作品《${own.title}》在${own.guild_name}获评优。`)
  await expect(sheet).toContainText(/二〇二[〇一二三四五六七八九]年.+月.+日/)
  await expect(sheet).toContainText(number)
  await expectNoSideways(page)
  await expectAccessible(page)

  const asked: string[] = []
  page.on('request', (request) => {
    // The page also asks for news by itself, at any time.
    if (!/^blob:|\/api\/message\//.test(request.url())) asked.push(request.url())
  })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '存成图片' }).click()
  const picture = await readFile(await (await download).path())
  expect([...picture.subarray(1, 4)].map((byte) => String.fromCodePoint(byte)).join('')).toBe('PNG')
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([2246, 1588])
  expect(asked).toEqual([])

  const paper = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
  expect(paper.match(/\/Type \/Page\b/g)).toHaveLength(1)
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(paper) ?? []
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([842, 595])
})

test('staff check a certificate by its number, and after the mark is taken back it opens no more and its number says so', async ({
  page,
  logIn,
  logInStaff,
  school,
}) => {
  const own = await ownExcellent(school)
  const staff = await school.asStaff('admin')
  await logIn('student')
  const number = await openFromWork(page, own.id)

  await logInStaff('admin')
  await page.goto(`/admin${adminPaths.moderation('works')}`)
  await page.getByRole('link', { name: '查奖状' }).click()
  const field = page.getByRole('textbox', { name: '奖状编号' })
  await field.fill('C-0000000000')
  await page.keyboard.press('Enter')
  const answer = page.getByRole('region', { name: '查到的结果' })
  await expect(answer).toContainText('没有查到这个编号')
  await field.fill(` ${number.slice(2).toLowerCase()} `)
  await page.keyboard.press('Enter')
  await expect(answer).toContainText('这张奖状有效')
  for (const words of [number, '林雨桐', own.title, own.task_title, own.guild_name])
    await expect(answer).toContainText(words)
  await expect(field).toBeFocused()
  await expectNoSideways(page)
  await expectAccessible(page)

  const { pick } = await staff(worksAdmin.unpick, { submit_id: own.id })
  expect(pick).toBeNull()
  try {
    await page.reload()
    await expect(answer).toContainText(/这张奖状已在.+收回/)
    await page.goto(paths.certificate(own.id))
    await settled(page)
    await expect(page.getByText('没有这张奖状')).toBeVisible()
  } finally {
    await staff(worksAdmin.pick, { submit_id: own.id, reason: '每一步都说得清楚，别人照着也能做。' })
  }
  expect(await openFromWork(page, own.id)).not.toBe(number)
})

test('an author in a low window reaches the certificate: nothing overlaps its link @desktop', async ({
  page,
  logIn,
  school,
}) => {
  const own = await ownExcellent(school)
  await logIn('student')
  await page.setViewportSize({ width: 1280, height: 560 })
  await page.goto(paths.work(own.id))
  const dialog = page.getByRole('dialog')
  const way = dialog.getByRole('link', { name: '看奖状' })
  const below = dialog.getByRole('region', { name: '谁能看到这件作品' })
  await expect(async () => {
    const [one, other] = [await way.boundingBox(), await below.boundingBox()]
    expect((one?.y ?? NaN) + (one?.height ?? NaN)).toBeLessThanOrEqual(other?.y ?? NaN)
  }).toPass({ timeout: 10_000 })
})

import { backupAdmin } from '@tongchuang/contract/backup.admin.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, test as base, newSchool } from '../journey.ts'
import { samplePassword, startSchool } from '../start-school.ts'
import { createHttpSend } from '../transport.ts'

/** A school nobody has been to: what `npm start` gives on an empty data folder. */
const test = base.extend({
  school: newSchool(() => startSchool({}, { sample: false })),
})

/** The backup of a school with users, as an administrator downloads it. */
const backupOfOld = async (): Promise<Buffer> => {
  const old = await startSchool()
  try {
    const token = await old.staffToken('admin')
    const admin = createHttpSend(old.url, token)
    const { id } = await admin(backupAdmin.make)
    await expect
      .poll(async () => (await admin(backupAdmin.list)).list.find((run) => run.id === id)?.state, { timeout: 30_000 })
      .toBe('done')
    const { url } = await admin(backupAdmin.link, { id })
    return Buffer.from(
      await (await fetch(new URL(url, old.url), { headers: { cookie: `admin_token=${token}` } })).arrayBuffer(),
    )
  } finally {
    await old.stop()
  }
}

test('a new school takes in the backup of the old one from its set-up page, and its people log in as before @desktop', async ({
  page,
  school,
}) => {
  test.setTimeout(120_000)
  const backup = await backupOfOld()
  const link = /http:\S+\/admin\/setup#k=\S+/.exec(school.log())?.[0] ?? ''
  await page.goto(link)
  await page.getByRole('button', { name: '从备份恢复' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('从备份恢复')
  await expectAccessible(page)
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'photos.zip', mimeType: 'application/zip', buffer: Buffer.from('holiday pictures') })
  await expect(page.getByRole('alert')).toContainText('没有恢复：打不开，或者不是备份文件')

  await file.setInputFiles({ name: 'school.zip', mimeType: 'application/zip', buffer: backup })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('已恢复', { timeout: 60_000 })
  const count = (name: string) => page.getByRole('definition').and(page.locator(`dt:text-is("${name}") + dd`))
  await expect(count('公会')).toHaveText('11')
  for (const name of ['人', '作品', '文件']) await expect(count(name)).toHaveText(/^[1-9][\d,]*$/)
  await expectAccessible(page)

  await page.getByRole('link', { name: '去登录' }).click()
  await page.getByLabel('账号').fill('admin')
  await page.getByLabel('密码', { exact: true }).fill(samplePassword)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/?$/)
  await page.goto(link)
  await expect(page.getByText('学校已经创建')).toBeVisible()
})

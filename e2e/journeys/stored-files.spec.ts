import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expectAccessible } from '../accessible.ts'
import { expect, testsInNewSchool } from '../journey.ts'
import type { School } from '../start-school.ts'

const test = testsInNewSchool()

const pathOf = (dataDir: string, upload_id: string): string => {
  const [path] = globSync(`files/**/${upload_id}`, { cwd: dataDir })
  if (path === undefined) throw new Error(`${upload_id} has no bytes`)
  return join(dataDir, path)
}

/**
 * What a night has found: a removal that would have taken half of the files, one file that is gone and one that was
 * changed.
 */
const aBadNight = async ({ dataDir }: School): Promise<void> => {
  const database = new DatabaseSync(join(dataDir, 'app.db'), { timeout: 20_000 })
  try {
    // The scheduled jobs check the files once a server has started; the findings of the night are written after that.
    const due = database.prepare(
      "select count(*) as many from job_leases where name in ('files.unused', 'files.compare') and next_at > ?",
    )
    await expect.poll(() => due.get(Date.now())?.many, { timeout: 20_000 }).toBe(2)
    database
      .prepare('insert into removal_stops (name, wanted, total, found_at) values (?, ?, ?, ?)')
      .run('files.unused', 1_234, 2_468, Date.now() - 3_600_000)
    const [gone, other] = database
      .prepare("select id, upload_id from files where status = 'ready' and sha256 <> '' order by id limit 2")
      .all() as { id: number; upload_id: string }[]
    if (!gone || !other) throw new Error('the sample school has no files')
    // In the folder too: the comparison at server start finds the same damage.
    rmSync(pathOf(dataDir, gone.upload_id))
    const bytes = readFileSync(pathOf(dataDir, other.upload_id))
    writeFileSync(pathOf(dataDir, other.upload_id), bytes.fill((bytes[0] ?? 0) ^ 1, 0, 1))
    const marked = database.prepare('update files set damage = ? where id = ?')
    marked.run('missing', gone.id)
    marked.run('changed', other.id)
  } finally {
    database.close()
  }
}

test('an administrator reads what the night found of the stored files, says why a removal may go on, and it goes on @desktop', async ({
  page,
  school,
  logInStaff,
}) => {
  await aBadNight(school)
  await logInStaff('admin')
  await page.goto('/admin/system')
  const stopped = page.getByRole('region', { name: '停下来的清理' })
  await expect(stopped.getByText('2,468个文件里要清理1,234个')).toBeVisible()
  const damaged = page.getByRole('region', { name: '缺失或损坏的文件（2）' })
  await expect(damaged.getByText('不见了')).toBeVisible()
  await expect(damaged.getByText('内容变了')).toBeVisible()
  await expectAccessible(page)

  await stopped.getByRole('button', { name: '继续清理' }).click()
  const dialog = page.getByRole('dialog', { name: '继续清理' })
  const goOn = dialog.getByRole('button', { name: '清理1,234个' })
  await expect(goOn).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel('原因').fill('换了数据库，看过了')
  await expectAccessible(page)
  // Closed by mistake, the dialog still has the words.
  await page.keyboard.press('Escape')
  await stopped.getByRole('button', { name: '继续清理' }).click()
  await expect(dialog.getByLabel('原因')).toHaveValue('换了数据库，看过了')
  await goOn.click()
  await expect(page.getByText('已放行，正在清理')).toBeVisible()
  await expect(stopped).toBeHidden()
  await expect(damaged).toBeVisible()
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
})

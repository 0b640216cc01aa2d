import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expectAccessible } from '../accessible.ts'
import { expect, testInNewSchool as test } from '../journey.ts'
import type { School } from '../start-school.ts'

/** What a night has found: a removal that would have taken half of the files, one file that is gone and one that was changed. */
const aBadNight = ({ dataDir }: School): void => {
  const database = new DatabaseSync(join(dataDir, 'app.db'), { timeout: 20_000 })
  try {
    database
      .prepare('insert into removal_stops (name, wanted, total, found_at) values (?, ?, ?, ?)')
      .run('files.unused', 1_234, 2_468, Date.now() - 3_600_000)
    const files = database.prepare('select id from files order by id limit 2').all() as { id: number }[]
    expect(files).toHaveLength(2)
    for (const [at, { id }] of files.entries())
      database.prepare('update files set damage = ? where id = ?').run(['missing', 'changed'][at]!, id)
  } finally {
    database.close()
  }
}

test('an administrator reads what the night found of the stored files, says why a removal may go on, and it goes on', async ({
  page,
  school,
  logInStaff,
}) => {
  aBadNight(school)
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
  // Closed by mistake: the words are there again.
  await page.keyboard.press('Escape')
  await stopped.getByRole('button', { name: '继续清理' }).click()
  await expect(dialog.getByLabel('原因')).toHaveValue('换了数据库，看过了')
  await goOn.click()
  await expect(page.getByText('已放行，正在清理')).toBeVisible()
  await expect(stopped).toBeHidden()
  await expect(damaged).toBeVisible()
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
})

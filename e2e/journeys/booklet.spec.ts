import { paths } from '@tongchuang/contract/paths.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, testsInNewSchool } from '../journey.ts'
import { openTaskFor } from '../pages/submit-page.ts'
import type { School } from '../start-school.ts'

const test = testsInNewSchool()

/** A work that came back once and passed then, both with the teacher’s words. */
const revisedWork = async (school: School, student: string): Promise<void> => {
  const { id: task_id } = await openTaskFor(school, student)
  const send = await school.asStudent(student)
  const admin = await school.asStaff('admin')
  const handIn = async (content: string, answer: 'return' | 'pass', text: string) => {
    const done = await send(submissions.submit, {
      task_id,
      title: '奶奶的布袋',
      content,
      statement: true,
      key: `booklet-${student}-${answer}`,
    })
    const submit_id = 'submit_id' in done ? done.submit_id : 0
    await admin(reviewsAdmin.open, { submit_id })
    const score = answer === 'pass' ? { score: 91 } : {}
    await admin(reviewsAdmin.decide, { submit_id, decision: answer, text, hold: false, ...score })
  }
  await handIn('我奶奶也来了城里，她有时候会**想家**。', 'return', '她想家的时候会做什么？写一件你看见过的事。')
  await handIn('奶奶的布袋里装着老家院子的一把土。', 'pass', '布袋让一个大问题有了重量。')
}

test('a student puts a booklet together: a work as it began beside what it became, with the teacher’s words', async ({
  page,
  logIn,
  school,
}, info) => {
  const student = info.project.name === 'phone' ? 's033' : 's034'
  await revisedWork(school, student)
  await logIn(student)
  await page.goto(paths.center('booklet'))
  const booklet = page.getByRole('region', { name: '成长册', exact: true })
  const sheet = booklet.getByRole('article', { name: '奶奶的布袋' })
  const box = page.getByRole('checkbox', { name: /^奶奶的布袋/ })
  await box.check()
  await expect(sheet).toContainText('我奶奶也来了城里，她有时候会想家。')
  await expect(sheet).toContainText('她想家的时候会做什么？写一件你看见过的事。')
  await expect(sheet).toContainText('最后一版，第2版')
  await expect(sheet).toContainText('奶奶的布袋里装着老家院子的一把土。')
  await expect(sheet).toContainText('「布袋让一个大问题有了重量。」')
  await expectNoSideways(page)
  // The first version goes in only as long as its author wants it to.
  await page.getByRole('checkbox', { name: '第一版也放进去' }).uncheck()
  await expect(sheet).not.toContainText('我奶奶也来了城里')
  await expect(sheet).toContainText('奶奶的布袋里装着老家院子的一把土。')
  await box.uncheck()
  await expect(sheet).toHaveCount(0)
  // What was written for the cover is there after a look at all works, and after another page.
  const words = page.getByRole('textbox', { name: '自己写一句' })
  await words.fill('写一件看见过的事，比十句道理难。')
  await expect(booklet).toContainText('写一件看见过的事，比十句道理难。')
  await page.getByText('所有作品', { exact: true }).click()
  await expect(words).toHaveValue('写一件看见过的事，比十句道理难。')
  await page.goto(paths.center())
  await page.goto(paths.center('booklet'))
  await expect(words).toHaveValue('写一件看见过的事，比十句道理难。')
  await words.fill('')
})

test('a student prints a booklet with its certificate page by page, without places and without buttons', async ({
  page,
  logIn,
}) => {
  await logIn('student')
  await page.goto(paths.center())
  await page.getByRole('link', { name: '成长册' }).click()
  await expect(page).toHaveURL(paths.center('booklet'))
  await expect(page.getByRole('heading', { level: 1, name: '成长册' })).toBeFocused()
  await page.getByRole('button', { name: '所有作品' }).click()
  const booklet = page.getByRole('region', { name: '成长册', exact: true })
  // Works marked 优 are proposed; others are added by their checkbox.
  await expect(booklet.getByRole('article', { name: '走廊尽头，下午四点' })).toBeVisible()
  await page.getByRole('checkbox', { name: '离开土地的人还剩下什么' }).check()
  await expect(booklet.getByRole('article', { name: '离开土地的人还剩下什么' })).toBeVisible()
  await page.getByRole('textbox', { name: '自己写一句' }).fill('写一件看见过的事，<b>比写十句</b>大道理难')
  await expect(booklet.getByText('写一件看见过的事，<b>比写十句</b>大道理难')).toBeVisible()
  await expect(booklet).not.toContainText(/名次|第\d+名|平均/)
  await expect(page.getByRole('button', { name: '打印' })).toBeEnabled()
  await expect(booklet.locator('svg[viewBox="0 0 1123 794"]')).toBeAttached()
  await expectAccessible(page)
  const pdf = await page.pdf({
    preferCSSPageSize: true,
    printBackground: true,
    path: test.info().outputPath('booklet.pdf'),
  })
  const source = pdf.toString('latin1')
  // The cover, two works, one certificate, each on a lying A4.
  expect(source.match(/\/Type\s*\/Page\b/g)).toHaveLength(4)
  for (const [, width, height] of source.matchAll(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/g)) {
    expect(Math.round(Number(width))).toBe(842)
    expect(Math.round(Number(height))).toBe(595)
  }
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: '打印' })).toBeHidden()
  await expect(page.getByRole('checkbox', { name: '离开土地的人还剩下什么' })).toBeHidden()
})

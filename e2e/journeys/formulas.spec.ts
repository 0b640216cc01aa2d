import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, test } from '../journey.ts'
import { deskFor, DeskPage } from '../pages/desk-page.ts'

test('a student looks at the formulas of a work before handing it in, and goes on writing', async ({ page, school, logIn }, info) => {
  const student = info.project.name === 'phone' ? 's023' : 's024'
  const { address } = await deskFor(school, student)
  await logIn(student)
  const desk = new DeskPage(page)
  await desk.open(address)
  await desk.text.click()
  // Letter by letter, as it is typed.
  await page.keyboard.type('面积是$S=\\pi r^2$，积分是$$\\int_0^1 x=\\frac12$$。<img src=x onerror=alert(1)>')
  const preview = desk.button('预览')
  await preview.press('Enter')
  const shown = page.getByRole('region', { name: '交上去的样子' })
  await expect(shown.locator('math')).toHaveCount(2)
  await expect(shown.locator('math mfrac')).toBeVisible()
  expect((await shown.locator('math msup').first().boundingBox())?.height ?? 0, 'the height of r² as it is drawn').toBeGreaterThan(10)
  await expect(shown).toContainText(/^\s*面积是S/)
  await expect(shown).not.toContainText('$')
  await expect(shown.locator('[onerror]')).toHaveCount(0)
  await expect(desk.text).toBeHidden()
  await expectNoSideways(page)
  await expectAccessible(page)
  await preview.press('Enter')
  await expect(shown).toHaveCount(0)
  await desk.type('再写一句。')
  await expect(desk.text).toContainText('再写一句。')
  await preview.click()
  await expect(shown).toContainText('再写一句。')
})

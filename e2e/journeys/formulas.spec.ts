import { submissions } from '@tongchuang/contract/submissions.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, test } from '../journey.ts'
import { pressEnter } from '../press-enter.ts'
import { openTaskFor, SubmitPage } from '../pages/submit-page.ts'

test('a student looks at the formulas of a work before handing it in, and goes on writing @phone', async ({
  page,
  school,
  logIn,
}) => {
  const { address } = await openTaskFor(school, 's023')
  await logIn('s023')
  const editor = new SubmitPage(page)
  await editor.open(address)
  await editor.text.click()
  // Letter by letter, as it is typed.
  await page.keyboard.type('面积是$S=\\pi r^2$，积分是$$\\int_0^1 x=\\frac12$$。<img src=x onerror=alert(1)>')
  const preview = editor.button(/^(预览|继续写)$/)
  await pressEnter(preview)
  const shown = page.getByRole('region', { name: '提交后的效果' })
  await expect(shown.locator('math')).toHaveCount(2)
  await expect(shown.locator('math mfrac')).toBeVisible()
  expect(
    (await shown.locator('math msup').first().boundingBox())?.height ?? 0,
    'the height of r² as it is drawn',
  ).toBeGreaterThan(10)
  await expect(shown).toContainText(/^\s*面积是S/)
  await expect(shown).not.toContainText('$')
  await expect(shown.locator('[onerror]')).toHaveCount(0)
  await expect(editor.text).toBeHidden()
  await expectNoSideways(page)
  await expectAccessible(page)
  await pressEnter(preview)
  await expect(shown).toHaveCount(0)
  await editor.type('再写一句。')
  await expect(editor.text).toContainText('再写一句。')
  await preview.click()
  await expect(shown).toContainText('再写一句。')
})

test('a table of many columns is read in the preview of a phone, and the button says what it does next @phone', async ({
  page,
  school,
  logIn,
}) => {
  const { address, id } = await openTaskFor(school, 's032')
  const columns = ['日期', '高度', '天气情况', '浇水次数', '叶片数量', '观察到的变化']
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const content = [row(columns), row(columns.map(() => '---')), row(columns.map(() => '有一点变化'))].join('\n')
  const send = await school.asStudent('s032')
  await send(submissions.submit, { task_id: id, draft: true, content })
  await logIn('s032')
  const editor = new SubmitPage(page)
  await editor.open(address)
  await pressEnter(editor.button('预览'))
  const table = page.getByRole('region', { name: '提交后的效果' }).locator('table')
  await expect(table.locator('th')).toHaveCount(6)
  await expect(editor.button('预览')).toHaveCount(0)
  // Its cells fit words instead of one character per line; the table scrolls sideways on its own, by touch and
  // keyboard.
  for (const cell of await table.locator('th').all())
    expect((await cell.boundingBox())?.width ?? 0, (await cell.textContent()) ?? '').toBeGreaterThan(80)
  expect(await table.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true)
  await expect(table).toHaveAttribute('tabindex', '0')
  await expectNoSideways(page)
  await pressEnter(editor.button('继续写'))
  await expect(editor.text).toBeVisible()
  await expect(editor.button('预览')).toBeVisible()
})

test('a formula is written into a small field that draws it, and stays drawn in the text @desktop', async ({
  page,
  school,
  logIn,
}) => {
  const { address } = await openTaskFor(school, 's022')
  await logIn('s022')
  const editor = new SubmitPage(page)
  await editor.open(address)
  await editor.text.click()
  await page.keyboard.insertText('因为')
  await page.getByRole('toolbar', { name: '排版' }).getByRole('button', { name: '公式' }).click()
  const field = page.getByRole('dialog', { name: '公式' })
  await expect(field.getByRole('textbox', { name: 'LaTeX写法' })).toBeFocused()
  await page.keyboard.type('\\frac{a}{')
  await expect(field.getByRole('region', { name: '预览' })).toHaveText('还不是完整的公式')
  await page.keyboard.type('b}')
  await expect(field.getByRole('region', { name: '预览' }).locator('math mfrac')).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.keyboard.press('Enter')
  await expect(editor.text).toBeFocused()
  const drawn = editor.text.locator('[data-formula]')
  await expect(drawn.locator('math mfrac')).toBeVisible()
  await page.keyboard.insertText('所以')
  await expect(drawn).toHaveCount(1)
  await expect(editor.text).toContainText(/^因为.*所以$/)

  await drawn.click()
  await expect(field.getByRole('textbox')).toHaveValue('\\frac{a}{b}')
  await field.getByRole('textbox').fill('x^2')
  await field.getByRole('button', { name: '插入' }).click()
  await expect(drawn.locator('math msup')).toBeVisible()
  await expect(editor.saved).toBeVisible()
  await page.reload()
  await expect(editor.text.locator('[data-formula] math msup')).toBeVisible()
})

const paste = (page: Page, text: string, html = ''): Promise<void> =>
  page.locator('[contenteditable="true"]').evaluate(
    (element, given) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', given.text)
      if (given.html) clipboardData.setData('text/html', given.html)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { text, html },
  )

const pasted = [
  '设$a_1*b_2*c$和 $x_1 *y* z_2$ 都是常数，snake_case 和2*3*4照旧，苹果$5一个，梨$6一个。',
  '$$',
  '\\begin{aligned}',
  'p_1 &= 2 \\\\',
  '+ q_1 &< 3',
  '\\end{aligned}',
  '$$',
  '- 这一行前面是一横',
  '',
  '    return u*v*w',
].join('\n')

// One run per language and width: the language changes the words, the width changes the layout.
for (const [language, width, submit, view] of [
  ['zh-CN', '@phone', /^提交第\d+版$/, '查看我的提交'],
  ['en-US', '@desktop', /^Submit version \d+$/, 'View my submission'],
] as const) {
  test.describe(`${language} ${width}`, () => {
    test.use({ language })

    test('formulas that a student pasted and typed are in the version handed in as they were meant', async ({
      page,
      school,
      logIn,
    }, info) => {
      const student = info.project.name === 'phone' ? 's025' : 's026'
      const { address } = await openTaskFor(school, student)
      await logIn(student)
      const editor = new SubmitPage(page)
      await editor.open(address)
      await editor.text.click()
      await paste(page, pasted)
      await page.keyboard.press('Enter')
      await page.keyboard.type('- 面积 $S=\\pi r_1^2$')
      await page.keyboard.press('Enter')
      await page.keyboard.type('周长 $C_1=2*\\pi*r$')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await page.keyboard.type('又写$k_1 *m* n_2$。')
      await page.keyboard.press('Enter')
      for (const line of ['$$', '\\frac{d_1}{e_2}', '$$']) {
        await page.keyboard.type(line)
        await page.keyboard.press('Enter')
      }
      await paste(page, '', '<p>网页上的<b>粗字</b>和$f_1*g_2$</p>')
      const statement = page.locator('#statement').getByRole('checkbox')
      if (await statement.count()) await statement.check()
      await editor.button(submit).click()
      await expect(page.getByText(/^R-[0-9A-Z]{10}$/)).toBeVisible()

      await page.goto(address.replace('/submit/', '/'))
      await page.getByRole('button', { name: view }).first().click()
      const shown = page.getByRole('dialog')
      const sources = shown.locator('math annotation')
      await expect(sources).toHaveCount(8)
      expect((await sources.allTextContents()).map((source) => source.trim())).toEqual([
        'a_1*b_2*c',
        'x_1 *y* z_2',
        '\\begin{aligned} p_1 &= 2 \\\\ + q_1 &< 3 \\end{aligned}',
        'S=\\pi r_1^2',
        'C_1=2*\\pi*r',
        'k_1 *m* n_2',
        '\\frac{d_1}{e_2}',
        'f_1*g_2',
      ])
      await expect(shown.locator('math mtable mtr')).toHaveCount(2)
      await expect(shown.locator('math mfrac')).toBeVisible()
      await expect(shown.getByRole('listitem').filter({ has: page.locator('math') })).toHaveCount(2)
      // What was pasted as words is no list.
      await expect(shown).toContainText('- 这一行前面是一横')
      await expect(shown).toContainText('snake_case 和2*3*4照旧，苹果$5一个，梨$6一个。')
      await expect(shown.getByText('return u*v*w')).toHaveText(/^\u00a0{4}return u\*v\*w$/)
      await expect(shown.locator('strong')).toHaveText('粗字')
      await expectNoSideways(page)
      await expectAccessible(page)
    })
  })
}

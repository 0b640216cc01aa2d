import type { Locator, Page } from '@playwright/test'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../journey.ts'
import { SubmitPage } from '../pages/submit-page.ts'
import { RegistrationPage } from '../pages/registration-page.ts'
import type { School } from '../start-school.ts'

const words = {
  'zh-CN': {
    accept: '接取任务',
    write: '去提交',
    submit: /^提交第1版/,
    revise: '修改后重交',
    receipt: '提交编号',
    guilds: '公会',
    bell: /^通知/,
  },
  'en-US': {
    accept: 'Accept task',
    write: 'Submit work',
    submit: /^Submit version 1/,
    revise: 'Revise and resubmit',
    receipt: 'Receipt number',
    guilds: 'Guilds',
    bell: /^Notifications/,
  },
} as const

const guild = { invite: 'ZRGC6782', name: '自然观察社', task: '一片叶子的温度', teacher: 'teacher4' }
const work = '向阳的叶子平均24.6度，背阴的21.3度，差3.3度。'
const answer = '数据很完整，再说说误差从哪里来。'

/** The teacher finds the work in the queue, reads it and returns it, without a browser. */
const returnWork = async (school: School, nickname: string): Promise<void> => {
  const teacher = await school.asStaff(guild.teacher)
  const { list } = await teacher(reviewsAdmin.queue, { keyword: nickname })
  const [waiting] = list
  if (!waiting) throw new Error(`no work of ${nickname} is waiting`)
  const opened = await teacher(reviewsAdmin.open, { submit_id: waiting.submit_id })
  expect(opened.content).toContain(work)
  const mark = { version: 1, quote: '差3.3度', prefix: '', suffix: '。', text: '这个差有多可靠？' }
  await teacher(reviewsAdmin.decide, {
    submit_id: waiting.submit_id,
    decision: 'return',
    score: 72,
    text: answer,
    marks: [mark],
  })
}

/** Presses Tab until something has the focus, as far as a page is long. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${String(target)}`)
}

// One run per language and width: the language changes the words, the width changes the layout.
for (const [language, width] of [
  ['zh-CN', '@phone'],
  ['en-US', '@desktop'],
] as const) {
  test.describe(`${language} ${width}`, () => {
    test.use({ language })
    const say = words[language]

    test('somebody new registers, joins, takes a task, hands in, and reads what the teacher answered', async ({
      page,
      school,
    }, info) => {
      test.setTimeout(120_000)
      const name = `${language === 'zh-CN' ? '新同学' : 'Newcomer'}${info.project.name}`
      const register = new RegistrationPage(page, language)
      await page.goto('/register')
      await expect(register.button).toBeVisible()
      await expectAccessible(page)
      await register.fill({ invite: guild.invite, username: name, nickname: name, password: '绿豆芽要晒太阳7' })
      await register.button.click()
      await expect(page).toHaveURL(/\/square\/index$/)
      await expect(page.locator('h1')).toBeVisible()
      await expectAccessible(page)

      await page.getByRole('link', { name: say.guilds, exact: true }).first().click()
      await expect(page).toHaveURL(/\/tradeunion\/index/)
      await expect(page.locator('h1')).toBeVisible()
      await expectAccessible(page)
      await page
        .getByRole('link', { name: new RegExp(guild.name) })
        .first()
        .click()
      await expect(page).toHaveURL(/\/square\/guild_details\//)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(guild.name)
      await expectAccessible(page)
      await page
        .getByRole('link', { name: new RegExp(guild.task) })
        .first()
        .click()

      await expect(page.getByRole('heading', { level: 1 })).toContainText(guild.task)
      await expectAccessible(page)
      await page.getByRole('button', { name: say.accept }).click()
      await page.getByRole('link', { name: say.write }).click()
      await expect(page).toHaveURL(/task_detail\/submit/)
      const editor = new SubmitPage(page)
      await expect(editor.text).toBeVisible()
      await editor.type(work)
      await expectAccessible(page)
      await editor.button(say.submit).click()
      await expect(page.getByText(/^R-[0-9A-Z]{10}$/)).toBeVisible()
      await expectAccessible(page)

      await returnWork(school, name)
      await page.goto('/square/mycenter?tab=returned')
      await expect(page.locator('h1')).toBeVisible()
      await expect(page.getByRole('link', { name: new RegExp(guild.task) }).first()).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: say.bell }).click()
      await page
        .getByRole('region', { name: say.bell })
        .getByRole('link', { name: new RegExp(guild.task) })
        .first()
        .click()
      await expect(page.getByText(answer).first()).toBeVisible()
      await expect(page.getByText('这个差有多可靠？').first()).toBeVisible()
      await expect(page.getByRole('link', { name: say.revise })).toBeVisible()
      await expectAccessible(page)
    })
  })
}

test('with the keyboard alone, somebody new gets as far as a receipt and reads the answer @desktop', async ({
  page,
  school,
}) => {
  test.setTimeout(120_000)
  const say = words['zh-CN']
  const name = '只用键盘的同学'
  const register = new RegistrationPage(page, 'zh-CN')
  await page.goto('/register')
  await expect(page.locator('h1')).toBeVisible()
  const typed = [
    [register.fields.invite, guild.invite],
    [register.fields.username, name],
    [register.fields.nickname, name],
    [register.fields.password, '绿豆芽要晒太阳8'],
  ] as const
  for (const [field, text] of typed) {
    await tabTo(page, field)
    await page.keyboard.insertText(text)
  }
  await tabTo(page, register.consent)
  await page.keyboard.press('Space')
  await tabTo(page, register.button)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/square\/index$/)

  const follow = async (link: Locator) => {
    await tabTo(page, link)
    await page.keyboard.press('Enter')
  }
  await follow(page.getByRole('link', { name: say.guilds, exact: true }).first())
  await expect(page).toHaveURL(/tradeunion/)
  await follow(page.getByRole('link', { name: new RegExp(guild.name) }).first())
  await expect(page.getByRole('heading', { level: 1 })).toContainText(guild.name)
  await follow(page.getByRole('link', { name: new RegExp(guild.task) }).first())
  await expect(page.getByRole('heading', { level: 1 })).toContainText(guild.task)
  await follow(page.getByRole('button', { name: say.accept, exact: true }))
  await follow(page.getByRole('link', { name: say.write }))
  const editor = new SubmitPage(page)
  await tabTo(page, editor.text)
  await page.keyboard.insertText(work)
  await follow(editor.button(say.submit))
  await expect(page.getByText(/^R-[0-9A-Z]{10}$/)).toBeVisible()

  await returnWork(school, name)
  await follow(page.getByRole('button', { name: `${name}的菜单` }))
  await follow(page.getByRole('link', { name: '个人中心' }).first())
  await expect(page).toHaveURL(/mycenter/)
  await follow(page.getByRole('link', { name: /^被退回/ }))
  await expect(page).toHaveURL(/tab=returned/)
  await follow(page.getByRole('link', { name: new RegExp(guild.task) }).first())
  await expect(page.getByText(answer).first()).toBeVisible()
})

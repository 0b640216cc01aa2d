import { catalog } from '@tongchuang/contract/catalog.ts'
import { discussions } from '@tongchuang/contract/discussions.ts'
import { guilds } from '@tongchuang/contract/guilds.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import type { Locator } from '@playwright/test'
import { expectAccessible } from '../accessible.ts'
import { expect, expectNoSideways, test } from '../journey.ts'
import type { School } from '../start-school.ts'
import { discussionOf } from '../pages/discussion-page.ts'

/** A task of the sample school's student, and a classmate who is in the same guild. */
const placeOf = async (school: School, title: string) => {
  const send = await school.asStudent('student')
  const { list } = await send(tasks.listByGuild, { limit: 100 })
  const task = list.find((one) => one.title === title)
  if (!task) throw new Error(`the sample school has no task ${title}`)
  for (let number = 2; number < 60; number += 1) {
    const username = `s${String(number).padStart(3, '0')}`
    const mate = await school.asStudent(username).catch(() => null)
    const isIn = mate && (await mate(guilds.names, {})).some(({ id }) => id === task.guild_id)
    if (mate && isIn) return { task, mate, username }
  }
  throw new Error('nobody else is in this guild')
}

/** Pastes a picture of one pixel, as from a screenshot. */
const pastePicture = (field: Locator) =>
  field.evaluate((element) => {
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const clipboardData = new DataTransfer()
    clipboardData.items.add(
      new File([Uint8Array.from(atob(pixel), (letter) => letter.codePointAt(0) ?? 0)], '截图.png', {
        type: 'image/png',
      }),
    )
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })

test.beforeEach(async ({ logIn }) => logIn('student'))

test('two students discuss and like in two browsers, and the answer is marked @phone', async ({
  page,
  school,
  browser,
}) => {
  const { task, username } = await placeOf(school, '食堂排队要等多久？')
  const address = `/square/task_detail/${task.guild_id}?task=${task.id}`
  await page.goto(address)
  const mine = discussionOf(page)
  // A long address pushes nothing out of the window.
  await mine.ask.fill(`https://school.example/${'a'.repeat(90)}`)
  await expectNoSideways(page)
  // Nor does a long formula, once it is drawn.
  await mine.ask.fill(`得 $${'a+b+'.repeat(60)}c$`)
  await mine.section.getByRole('button', { name: '预览' }).click()
  await expect(mine.section.getByRole('region', { name: '预览' }).locator('math')).toBeVisible()
  await expectNoSideways(page)
  await mine.section.getByRole('button', { name: '继续写' }).click()
  await mine.ask.fill('数到一半停电了，那一天还算不算？')
  await mine.ask.press('Control+Enter')
  const question = mine.thread('数到一半停电了')
  await expect(question).toContainText('老师和同学会看到你的提问')
  await expect(mine.ask).toHaveValue('')

  const context = await browser.newContext({ baseURL: school.url, locale: 'zh-CN', viewport: page.viewportSize() })
  const token = await school.studentToken(username)
  await context.addCookies([{ name: 'token', value: token, url: school.url }])
  await context.addInitScript((own) => localStorage.setItem('token', own), token)
  const other = await context.newPage()
  await other.goto(address)
  const theirs = discussionOf(other).thread('数到一半停电了')
  // The like is shown before the server answers and announced once it does; the same holds for taking it back.
  const said = discussionOf(other).section.locator('> output')
  const answer = Promise.withResolvers<void>()
  await other.route('**/api/student/likeDiscussion', async (route) => {
    await answer.promise
    await route.continue()
  })
  await theirs.getByRole('button', { name: '赞，0个赞' }).click()
  await expect(theirs.getByRole('button', { name: '赞，1个赞' })).toHaveAttribute('aria-pressed', 'true')
  await expect(said).toHaveText('')
  answer.resolve()
  await expect(said).toHaveText('1个赞')
  await theirs.getByRole('button', { name: '赞，1个赞' }).click()
  await expect(theirs.getByRole('button', { name: '赞，0个赞' })).toHaveAttribute('aria-pressed', 'false')
  await expect(said).toHaveText('0个赞')
  await theirs.getByRole('button', { name: '赞，0个赞' }).click()
  await expect(said).toHaveText('1个赞')
  await theirs.getByRole('button', { name: '我来回答' }).click()
  await expect(theirs.getByRole('textbox')).toBeFocused()
  await other.keyboard.type('a'.repeat(90))
  await expectNoSideways(other)
  await other.keyboard.press('Control+A')
  await other.keyboard.type('**算**，写明停电就行')
  await other.keyboard.press('Control+Enter')
  await expect(theirs.locator('strong')).toHaveText('算')
  await context.close()

  // Without a reload: the first page hears of it.
  await expect(question).toContainText('写明停电就行')
  await expect(question).toContainText('1个赞')
  await question.getByRole('button', { name: '标为答案' }).click()
  await expect(question).toContainText('已采纳')
  await expectAccessible(page)
  await expectNoSideways(page)
  // The answers of others remain where the question was.
  await mine.choose(question, '删除')
  await expect(question.getByRole('button', { name: '撤销' })).toBeVisible()
  await page.reload()
  const left = mine.section.getByRole('article').filter({ hasText: '写明停电就行' })
  await expect(left).toContainText('已删除')
  await expect(left).not.toContainText('数到一半停电了')
})

test('what a student writes survives a reload; it is changed, deleted and brought back @desktop', async ({
  page,
  school,
}) => {
  const { task } = await placeOf(school, '用Python写一个随机点名器')
  await page.goto(`/square/task_detail/${task.guild_id}?task=${task.id}`)
  const talk = discussionOf(page)
  await talk.ask.fill('名单空了怎么办')
  await page.reload()
  await expect(talk.ask).toHaveValue('名单空了怎么办')
  await talk.ask.fill('')
  await talk.ask.pressSequentially('名单空了怎么办，问问 @')
  await expect(page.getByRole('option').first()).toBeVisible()
  const name = await page.getByRole('option').first().locator('span').last().textContent()
  await talk.ask.press('Enter')
  await expect(talk.ask).toHaveValue(`名单空了怎么办，问问 @${name} `)
  await pastePicture(talk.ask)
  await expect(talk.ask).toHaveValue(/!\[图片\]\(\/api\/files\/\d+\)/)
  await talk.section.getByRole('button', { name: '预览' }).click()
  await expect(page.getByRole('region', { name: '预览' })).toContainText('名单空了怎么办')
  await talk.section.getByRole('button', { name: '继续写' }).click()
  await talk.section.getByRole('button', { name: '发布' }).click()
  const own = talk.thread('名单空了怎么办')
  await expect(own.locator('b', { hasText: `@${name}` })).toBeVisible()
  await expect(own.getByRole('img', { name: '图片' })).toBeVisible()
  // An unsent reply is there again after a reload.
  await own.getByRole('button', { name: '回复' }).click()
  await own.getByRole('textbox').fill('我先试试')
  await page.reload()
  await own.getByRole('button', { name: '回复' }).click()
  await expect(own.getByRole('textbox')).toHaveValue('我先试试')
  await own.getByRole('button', { name: '取消' }).click()
  // Who teaches is told by a word.
  for (const badge of ['老师', '助教'])
    await expect(talk.section.getByText(badge, { exact: true }).first()).toBeVisible()
  await talk.choose(own, '修改')
  await own.getByRole('textbox').fill('名单点完一轮怎么办')
  await own.getByRole('button', { name: '保存' }).click()
  const changed = talk.thread('名单点完一轮怎么办')
  await expect(changed).toContainText('已编辑')
  await talk.choose(changed, '删除')
  await expect(changed.getByRole('button', { name: '撤销' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(changed.getByRole('button', { name: '回复' })).toBeVisible()
})

test('a student whose like is refused sees it taken back, and a post they report disappears @desktop', async ({
  page,
  school,
}) => {
  const { task, mate } = await placeOf(school, '让红绿灯更聪明')
  await mate(discussions.create, { task_id: task.id, content: '点我的头像领红包' })
  await page.goto(`/square/task_detail/${task.guild_id}?task=${task.id}`)
  const talk = discussionOf(page)
  const post = talk.thread('点我的头像领红包')
  const refused = { code: 0, msg: '公会已归档，只能查看', time: 0, data: { reason: 'ARCHIVED' } }
  await page.route('**/api/student/likeDiscussion', (route) => route.fulfill({ json: refused }))
  await post.getByRole('button', { name: '赞，0个赞' }).click()
  await expect(page.getByRole('alert')).toContainText('公会已归档，只能查看')
  await expect(post.getByRole('button', { name: '赞，0个赞' })).toHaveAttribute('aria-pressed', 'false')
  await talk.choose(post, '举报')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: '广告或刷屏' }).check()
  await expectAccessible(page)
  await dialog.getByRole('textbox').fill('已经发了三遍')
  await dialog.getByRole('textbox').press('Control+Enter')
  await expect(post).toHaveCount(0)
  await expect(talk.section.locator('kbd')).toHaveText('Ctrl + Enter')

  // Another order.
  const heat = await (await school.asStudent('student'))(discussions.list, { task_id: task.id, sort: 'hot' })
  const order = talk.section.getByRole('group', { name: '排序' })
  await expect(order.getByRole('button', { name: '最新' })).toHaveAttribute('aria-pressed', 'true')
  await order.getByRole('button', { name: '热门' }).click()
  await expect(order.getByRole('button', { name: '热门' })).toHaveAttribute('aria-pressed', 'true')
  const first = heat.list.slice(0, 3).map(({ content }) => `提问：${content.slice(0, 40)}`)
  await expect
    .poll(async () =>
      (
        await talk.section.getByRole('article').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
      ).slice(0, 3),
    )
    .toEqual(first)

  // A task without any questions yet.
  await page.route('**/api/student/task_discussions?*', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { ...body, data: { ...body.data, list: [], count: 0, next: null } } })
  })
  await page.reload()
  await expect(talk.section.getByText('还没有人提问。不确定的地方，先问第一个吧')).toBeVisible()
})

test('a student tells what an assistant is like, having read who will see it @phone', async ({ page, school }) => {
  const send = await school.asStudent('student')
  const all = await Promise.all(
    (await send(guilds.names, {})).map(({ id }) => send(catalog.classDetail, { guild_id: id })),
  )
  const place = all.find(({ staff }) => staff.some(({ role }) => role === 'assistant'))
  await page.goto(`/square/guild_details/${place?.guild.id}/-/all`)
  await page
    .getByRole('button', { name: /^给反馈/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('看不到名字')
  await dialog.getByRole('textbox').fill('好')
  await dialog.getByRole('button', { name: '提交反馈' }).click()
  await expect(dialog).toContainText('至少5个字')
  await dialog.getByRole('radio', { name: '5分' }).check()
  await dialog.getByRole('textbox').fill('会先问我想到哪一步了')
  await expectAccessible(page)
  await dialog.getByRole('textbox').press('Control+Enter')
  await expect(dialog).toHaveCount(0)
  await page
    .getByRole('button', { name: /^(给|改)反馈/ })
    .first()
    .click()
  await expect(dialog.getByRole('textbox')).toHaveValue('会先问我想到哪一步了')
})

import { guilds } from '@tongchuang/contract/guilds.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import type { studentPages } from '@tongchuang/contract/paths.ts'
import { registration } from '@tongchuang/contract/registration.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import type { Page } from '@playwright/test'
import { works } from '@tongchuang/contract/works.ts'
import { expectAccessible } from '../accessible.ts'
import { expect, test } from '../journey.ts'
import { answersOf, isWhole, pressWithoutNetwork, walkFailure, walkOffline } from '../page-states.ts'
import { settled } from '../settled.ts'
import type { School } from '../start-school.ts'

// Two walks of nearly a minute: one after the other they would be the last of all journeys, with other workers idle.
test.describe.configure({ mode: 'parallel' })

type Addresses = Readonly<Record<keyof typeof studentPages, readonly string[] | 'leads to another page'>>

/** Every page of the student site as this person opens it: a page that is added has to be walked, too. */
const addressesOf = async (school: School): Promise<Addresses> => {
  const send = await school.asStudent('student')
  const [doing] = (await send(tasks.listByGuild, { state: 'doing', limit: 1 })).list
  const mine = (await send(works.list, { featured: true, limit: 100 })).list.find((work) => work.mine)
  if (!doing || !mine) throw new Error('the student of the sample school has nothing under way')
  const place = { guild: doing.guild_id, task: doing.id }
  const elsewhere = 'leads to another page'
  return {
    root: elsewhere,
    redirect: elsewhere,
    worksRoot: elsewhere,
    squareRoot: elsewhere,
    guildsRoot: elsewhere,
    dashboardRoot: elsewhere,
    // The square under another address.
    workplace: [],
    login: [paths.login()],
    register: [paths.register()],
    square: [paths.square()],
    taskDetail: [paths.task(place)],
    taskSubmit: [paths.submit(place)],
    guildTasks: [paths.guild({ id: doing.guild_id })],
    center: [paths.center(), ...(['settings', 'ledger', 'booklet'] as const).map(paths.center)],
    rankings: [paths.rankings(), paths.rankings('workhard')],
    search: [paths.search('食堂')],
    works: [paths.works(), paths.certificate(mine.id), paths.anthology(mine.guild_id)],
    guilds: [paths.guilds()],
  }
}

/** Buttons of the page that are as wide as a tablet. */
const wideIn = (page: Page): Promise<string[]> =>
  page
    .getByRole('main')
    .locator('button, a[class*="button"]')
    .evaluateAll((all) =>
      all.flatMap((one) => (one.getBoundingClientRect().width > 360 ? [one.outerHTML.slice(0, 160)] : [])),
    )

test('every page of the student site says that it is loading, what it could not read, and how old it is without a network @phone', async ({
  page,
  context,
  logIn,
  school,
}) => {
  test.setTimeout(120_000)
  const pages = await addressesOf(school)
  const answers = await answersOf(page)
  const walk = async (address: string) => {
    await test.step(address, async () => {
      await walkFailure(page, answers, address)
      if (/^\/(login|register)/.test(address)) return
      await walkOffline(page, context)
    })
  }
  const { login, register, ...inside } = pages
  for (const address of [login, register].flat()) await walk(address)
  answers.loggedIn()
  await logIn('student')
  for (const addresses of Object.values(inside))
    if (typeof addresses !== 'string') for (const address of addresses) await walk(address)
  for (const [addresses, read, decoration] of [
    [pages.taskDetail, /\/task_by_id$/, []],
    // The list repeats in words what the trail of chapters draws.
    [pages.guildTasks, /\/guild_by_id$/, ['/api/student/tasks_menu']],
  ] as const) {
    answers.spare(read)
    for (const address of [addresses].flat())
      await test.step(`${address} without the rest`, () => walkFailure(page, answers, address, { decoration }))
  }
})

/** Where a student types or decides; WALK=all presses everything on every page. */
const isTypedOn = (address: string): boolean =>
  isWhole || /task_detail\/|tab=settings|works\/appreciation|tradeunion\/index/.test(address)

test('a student who presses everything without a network keeps the page, and has all of it once the network is back @phone', async ({
  page,
  context,
  logIn,
  school,
}) => {
  test.setTimeout(300_000)
  const { login: _login, register: _register, ...inside } = await addressesOf(school)
  const answers = await answersOf(page)
  answers.loggedIn()
  await logIn('student')
  const addresses = Object.values(inside).flatMap((some) => (typeof some === 'string' ? [] : some))
  for (const address of addresses.filter(isTypedOn))
    await test.step(address, async () => {
      await page.goto(address)
      await settled(page)
      await pressWithoutNetwork(page, context, answers)
    })
})

test.describe('en-US', () => {
  test.use({ language: 'en-US' })

  test('for somebody who has just come, every page is whole on a tablet: something to read, nothing sideways, no button as wide as the page @desktop', async ({
    page,
    logIn,
    school,
  }) => {
    test.setTimeout(120_000)
    const person = { username: `tablet${Date.now()}`, password: '绿豆芽要晒太阳9' }
    await school.send(registration.userRegister, {
      ...person,
      invite: 'CDGF2345',
      consent_version: 1,
    })
    await logIn(person.username, person.password)
    const pages = await addressesOf(school)
    await page.setViewportSize({ width: 820, height: 1180 })
    const send = await school.asStudent(person.username, person.password)
    const [own] = await send(guilds.names)
    if (own) await send(guilds.leave, { guild_id: own.id })
    const { login: _login, register: _register, taskSubmit: _submit, ...inside } = pages
    // A certificate is visible only to its author, and a guild’s collection only to its members.
    for (const addresses of Object.values({ ...inside, works: [paths.works()] })) {
      if (typeof addresses === 'string') continue
      for (const address of addresses) {
        await test.step(address, async () => {
          await page.goto(address)
          await settled(page)
          const main = page.getByRole('main')
          expect.soft((await main.innerText()).length, 'something to read').toBeGreaterThan(40)
          await expect.soft(main.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
          expect.soft(await wideIn(page), 'wider than 360 px').toEqual([])
          await expectAccessible(page)
        })
      }
    }
  })
})

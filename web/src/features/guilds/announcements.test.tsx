// @vitest-environment happy-dom
import { catalog } from '@tongchuang/contract/catalog.ts'
import { guilds as guildCalls } from '@tongchuang/contract/guilds.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Announcements } from './announcements.tsx'

beforeAll(async () => {
  for (const part of ['auth', 'inside', 'school'] as const) await loadTexts(part)
})

/** Announcements with these numbers, newest first. */
const numbered = (from: number, to: number) =>
  sampleOf(catalog.classDetail.output, {
    announcements: Array.from({ length: from - to + 1 }, (_, at) => ({
      id: from - at,
      title: `第${from - at}周通知`,
      seen: false,
      taken_back: false,
      may_reply: false,
      reply: null,
    })),
  })

test('a student who was ill for weeks reads every announcement, and each counts as seen', async () => {
  const seen: number[] = []
  connect(async ({ path, input }) => {
    if (path === guildCalls.sawAnnouncements.path) seen.push(...(input as { ids: number[] }).ids)
    return { code: 1, msg: '', time: 0, data: path === catalog.classDetail.path ? numbered(25, 1) : {} }
  })
  const { announcements } = numbered(25, 23)
  const { all, doing, named } = await openPage(<Announcements guild_id={4} newest={announcements} total={25} />)
  const shown = () => all('h3').map(({ textContent }) => textContent)
  expect(shown()).toEqual(['第25周通知', '第24周通知', '第23周通知'])
  await doing(() => named('button', '更早的22条').click())
  await vi.waitFor(async () => {
    await doing(() => undefined)
    expect(shown()).toHaveLength(25)
  })
  expect(shown().at(-1)).toBe('第1周通知')
  expect(new Set(seen)).toEqual(new Set(Array.from({ length: 25 }, (_, at) => at + 1)))
  await doing(() => named('button', '只看最近的').click())
  expect(shown()).toHaveLength(3)
})

/** A student who opens the message about one of 25 announcements, of which the page of the guild shows three. */
const opens = async (announcement: number) => {
  connect(async ({ path }) => ({
    code: 1,
    msg: '',
    time: 0,
    data: path === catalog.classDetail.path ? numbered(25, 1) : {},
  }))
  const { announcements } = numbered(25, 23)
  return openPage(
    <Announcements guild_id={4} newest={announcements} total={25} />,
    paths.announcement({ id: 4, announcement }),
  )
}
const focused = () => document.activeElement?.textContent

test.each([24, 3])('a student who opens the message about an announcement stands at it: number %i', async (number) => {
  const { doing } = await opens(number)
  await vi.waitFor(() => doing(() => expect(focused()).toBe(`第${number}周通知`)))
})

test('a student who came for an older announcement can still look at the newest alone', async () => {
  const { all, doing, named } = await opens(3)
  await vi.waitFor(() => doing(() => expect(all('h3')).toHaveLength(25)))
  await doing(() => named('button', '只看最近的').click())
  expect(all('h3')).toHaveLength(3)
})

// @vitest-environment happy-dom
import { ProfileContext } from '@tongchuang/ui/profile.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { aProfile } from '@tongchuang/ui/testing/profile.ts'
import { useQuery } from '@tanstack/react-query'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { AnnouncementReply } from './announcement-reply.tsx'
import { classQuery } from './queries.ts'

beforeAll(async () => {
  for (const part of ['auth', 'inside', 'school'] as const) await loadTexts(part)
})
afterEach(() => localStorage.clear())

const Page = () => {
  const { data } = useQuery(classQuery(4))
  return data?.announcements.map((item) => <AnnouncementReply key={item.id} guild_id={4} item={item} />)
}

test('a student whose reply was changed in another window sees it beside what they typed, and decides', async () => {
  let there = '我来不了'
  connect(async ({ path, input }) => {
    const answer = (code: number, data: object) => ({ code, msg: '没有保存', time: 0, data })
    if (!path.includes('reply')) return answer(1, { announcements: [{ id: 5, reply: there, may_reply: true }] })
    const { was, content } = input as { was: string; content: string }
    if (was !== there) return answer(0, { reason: 'CHANGED' })
    there = content
    return answer(1, { reply: there })
  })
  const page = await openPage(
    <ProfileContext value={aProfile({ id: 1 })}>
      <Page />
    </ProfileContext>,
  )
  const shown = async (selector: string) => {
    await page.doing(() => undefined)
    return page.all(selector).map(({ textContent }) => textContent)
  }
  await expect.poll(() => shown('button')).not.toEqual([])
  const field = () => elementOf(HTMLTextAreaElement, page.all('textarea')[0])
  const send = () => page.doing(() => field().form?.requestSubmit())
  await page.doing(() => page.all('button').at(-1)?.click())
  expect(page.all('p')).toEqual([])
  await page.write(field(), '我晚到半小时')
  there = '我来'
  await send()
  expect(there).toBe('我来')
  expect(field().value).toBe('我晚到半小时')
  await expect.poll(() => shown('p')).toEqual(['我来'])
  await send()
  expect(there).toBe('我晚到半小时')
})

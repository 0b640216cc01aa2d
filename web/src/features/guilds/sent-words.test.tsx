// @vitest-environment happy-dom
import type { GuildCard } from '@tongchuang/contract/catalog.ts'
import { ProfileContext } from '@tongchuang/ui/profile.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { aProfile } from '@tongchuang/ui/testing/profile.ts'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { AnnouncementReply } from './announcement-reply.tsx'
import { AskDialog } from './ask-dialog.tsx'

beforeAll(async () => {
  for (const part of ['auth', 'inside', 'school'] as const) await loadTexts(part)
})
afterEach(() => localStorage.clear())

const item = { id: 5, reply: null, may_reply: true } as unknown as Parameters<typeof AnnouncementReply>[0]['item']
const places: [string, string, ReactNode][] = [
  [
    'a request to join',
    '',
    <AskDialog key="ask" guild={{ id: 4, name: '光影' } as GuildCard} onClose={() => undefined} />,
  ],
  ['a reply to an announcement', '回复', <AnnouncementReply key="reply" guild_id={4} item={item} />],
]

test.each(places)(
  'a student who leaves %s while it is on the way does not find its words there again once they have arrived',
  async (_, opens, place) => {
    const answer = Promise.withResolvers<void>()
    connect(async () => {
      await answer.promise
      return { code: 1, msg: '', time: 0, data: { status: 'pending', name: '光影' } }
    })
    const open = async () => {
      const page = await openPage(<ProfileContext value={aProfile({ id: 1 })}>{place}</ProfileContext>)
      if (opens !== '' && page.all('textarea').length === 0) await page.doing(() => page.named('button', opens).click())
      return { ...page, field: () => elementOf(HTMLTextAreaElement, page.all('textarea')[0]) }
    }
    const first = await open()
    await first.write(first.field(), '我想来学拍照')
    await first.press('Enter', { ctrlKey: true })
    await first.doing(() => first.field().form?.requestSubmit())
    await first.close()
    answer.resolve()
    await expect.poll(() => localStorage.length).toBe(0)
    const again = await open()
    expect(again.field().value).toBe('')
    await again.close()
  },
)

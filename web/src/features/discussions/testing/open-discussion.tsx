import { ProfileContext } from '@tongchuang/ui/profile.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { aProfile } from '@tongchuang/ui/testing/profile.ts'
import { expect } from 'vitest'
import { loadTexts } from '../../../locales/texts.ts'
import { Discussion } from '../discussion.tsx'

export const aPost = (id: number, content: string) => ({
  ...{ id, content, content_html: `<p>${content}</p>`, parent_id: null, pinned: false, is_answer: false },
  ...{ author: { anonymous: true, mine: false }, like_count: 0, liked: false, edited_at: null, deleted: false },
  ...{ created_at: '2026-03-02T08:00:00.000Z', can: { edit: true, delete: false, answer: false, report: false } },
})
/** A question as the list has it; `replies_next` is set where there are more replies than these. */
export const aThread = (
  id: number,
  content: string,
  replies: readonly object[] = [],
  replies_next: string | null = null,
) => ({
  ...aPost(id, content),
  ...{ reply_count: replies.length + (replies_next === null ? 0 : 1), replies, replies_next },
})
const page = { next: null, count: 1, unanswered: 1, closed: null, post_first: false, anonymous_allowed: true }

/** The test's responses to every call except the one for the posts; a string is the reason of a refusal. */
export type Answers = (path: string, input: Readonly<Record<string, unknown>>) => Promise<unknown>

/**
 * Opens the discussion of a task with one question, with a server whose responses the test provides: to everything, and
 * to reads of one post or of further replies, whose list is what it answers.
 */
export const openDiscussion = async (answers: Answers, address = '/', threads = [aThread(7, '7 + 8 = ?')]) => {
  for (const part of ['auth', 'inside', 'school', 'taskDetail'] as const) await loadTexts(part)
  connect(async ({ path, input }) => {
    const isRead = path === '/api/student/task_discussions'
    const isWhole = isRead && input.parent_id === undefined && input.post_id === undefined
    const answer = isWhole ? threads : await answers(path, input)
    const data = isRead && typeof answer !== 'string' ? { ...page, list: answer ?? [] } : answer
    return typeof data === 'string'
      ? { code: 0, msg: data, time: 0, data: { reason: data } }
      : { code: 1, msg: '', time: 0, data }
  })
  const opened = await openPage(
    <ProfileContext value={aProfile({ id: 1 })}>
      <Discussion task={{ id: 3, guild_id: 4 }} />
    </ProfileContext>,
    address,
  )
  /** Polls until the page reaches the wanted state: updates that arrive by themselves are drawn between two checks. */
  const seen = <T,>(what: () => T, wanted: T) => {
    const look = async () => {
      await opened.doing(() => new Promise((resolve) => setTimeout(resolve, 10)))
      return what()
    }
    return expect.poll(look, { interval: 1 }).toEqual(wanted)
  }
  await seen(() => opened.all('article').length >= threads.length, true)
  /** The current text field: that of a reply, otherwise that of a question. */
  const field = () => elementOf(HTMLTextAreaElement, opened.all('textarea').at(-1))
  return {
    ...opened,
    seen,
    field,
    write: (text: string) => opened.write(field(), text),
    send: () => opened.doing(() => field().closest('form')?.requestSubmit()),
    click: (name: string) => opened.doing(() => opened.named('button', name).click()),
    close: async () => {
      await opened.close()
      connect(() => Promise.reject(new Error('this test is over')))
    },
  }
}

// @vitest-environment happy-dom
import { notesAdmin } from '@tongchuang/contract/notes.admin.ts'
import { MeContext } from '@tongchuang/ui/me.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { NoteThread } from './note-thread.tsx'

let keys: unknown[] = []
/** Outcomes of the next notes to be sent; once the list is used up, notes arrive. */
let outcomes: ('lost' | 'KEY_REUSED')[] = []

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => {
  localStorage.clear()
  keys = []
  connect(async ({ path, input }) => {
    const done = (data: object) => ({ code: 1, msg: '', time: 0, data })
    if (path !== notesAdmin.write.path) return done({ list: [], next: '', closed: null, waiting_since: null })
    keys.push(input.key)
    const outcome = outcomes.shift()
    if (outcome === 'lost') throw new Error('no network')
    return outcome ? { code: 0, msg: '已经用过', time: 0, data: { reason: outcome } } : done({ note_id: 1 })
  })
})

const sendThrice = async (first: typeof outcomes) => {
  outcomes = first
  const page = await openPage(
    <MeContext value={aMe({ id: 11 })}>
      <NoteThread name="林小满" task_id={3} user_id={7} />
    </MeContext>,
  )
  await page.doing(() => vi.waitUntil(() => page.all('textarea').length > 0))
  const field = elementOf(HTMLTextAreaElement, page.all('textarea')[0])
  await page.write(field, '再看一眼第二段')
  for (let time = 0; time < 3; time += 1) await page.doing(() => page.named('button', '回复林小满').click())
  const left = field.value
  await page.close()
  return left
}

test('a teacher whose answer was changed or taken back since it arrived unheard can send the same words again', async () => {
  expect(await sendThrice(['lost', 'KEY_REUSED'])).toBe('')
  const [first, again, anew] = keys
  expect(again).toBe(first)
  expect(anew).not.toBe(first)
})

test('a teacher who sends an answer again after a broken line sends the same note', async () => {
  expect(await sendThrice(['lost', 'lost'])).toBe('')
  expect(new Set(keys)).toHaveLength(1)
})

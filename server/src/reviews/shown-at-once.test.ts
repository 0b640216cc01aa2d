import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sayChange, type LiveWord } from '../live.ts'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let words: LiveWord[]
beforeEach(async () => {
  school = await testApp()
  words = []
  await school.app.live.listen((word) => void (word && words.push(word)))
})
afterEach(() => school.close())
const { waiting } = reviewing(() => ({ school }))

let marks = 0
/** What the open pages of a student were told to read again, once everything said so far has arrived. */
const toldTo = async ({ id }: { id: number }) => {
  const { db, live } = school.app
  marks += 1
  await live.flush()
  await sayChange(db, [id], { kind: 'the last so far', task_id: marks })
  await live.flush()
  await expect.poll(() => words.at(-1)?.change?.task_id).toBe(marks)
  return words.flatMap(({ user_ids, change }) => (change?.kind === 'result' && user_ids.includes(id) ? [change] : []))
}

test.each(['pass', 'fail', 'return'] as const)(
  'a student whose task lies open sees what staff have released, corrected too, and nothing of it before: %s',
  async (decision) => {
    const { review, submit_id, task, student } = await waiting({ hold: true })
    await review(reviewsAdmin.open, { submit_id })
    await review(reviewsAdmin.decide, { submit_id, decision, score: 70, text: '看过了' })
    expect(await toldTo(student)).toEqual([])
    await review(reviewsAdmin.release, { task_id: task.id })
    const shown = { kind: 'result', task_id: task.id }
    expect(await toldTo(student)).toEqual([shown])
    if (decision === 'return') return
    await review(reviewToolsAdmin.correct, { submit_id, score: 75, reason: '看漏了一页' })
    expect(await toldTo(student)).toEqual([shown, shown])
  },
)

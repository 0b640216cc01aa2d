// @vitest-environment happy-dom
import { enteredResultsAdmin } from '@tongchuang/contract/entered-results.admin.ts'
import { MeContext } from '@tongchuang/ui/me.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { adminSession } from '@tongchuang/ui/session.ts'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { toasts } from '@tongchuang/ui/toast.ts'
import { useLayoutEffect } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { keptEntries } from './kept-entries.ts'
import { finalRefusals, useEntering, type Entering } from './use-entering.ts'

beforeAll(() => loadTexts('zh-CN'))

/** A teacher's grid, and a score typed into the column of one task. */
const openedGrid = async () => {
  let entering: Entering | undefined
  const Grades = () => {
    const now = useEntering(5)
    useLayoutEffect(() => void (entering = now))
    return null
  }
  const page = await openPage(
    <MeContext value={aMe({ id: 11 })}>
      <Grades />
    </MeContext>,
  )
  const type = ({ user_id, score }: { user_id: number; score: number }) =>
    page.doing(
      () => void entering?.type({ task_id: 3, user_id }, { word: 'score', score }, { version: 0, isReleased: false }),
    )
  return { page, type }
}

test('a grade typed over one that is on its way is never sent as the teacher who logs in before the answer', async () => {
  localStorage.clear()
  const sent: unknown[] = []
  let answer: () => void = () => undefined
  connect(async ({ input }) => {
    sent.push([adminSession.token(), input.score])
    await new Promise<void>((resolve) => (answer = resolve))
    return { code: 1, msg: '', time: 0, data: { version: 1 } }
  })
  adminSession.begin('first')
  const { page, type } = await openedGrid()
  await type({ user_id: 4, score: 80 })
  await type({ user_id: 4, score: 90 })
  adminSession.end()
  await page.close()
  adminSession.begin('second')
  answer()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(sent).toEqual([['first', 80]])
  expect(keptEntries('kept:11:entered:5')).toMatchObject([{ typed: { score: 90 }, state: 'failed' }])
  adminSession.end()
})

test('a teacher who leaves the grid without a network is told how many grades have not arrived, now or a moment later', async () => {
  localStorage.clear()
  toasts.set([])
  adminSession.begin('first')
  let fail: () => void = () => undefined
  let isSlow = false
  connect(async () => {
    if (isSlow) await new Promise<void>((resolve) => (fail = resolve))
    throw new Error('the line is broken')
  })
  const { page, type } = await openedGrid()
  const told = () => toasts.get().map(({ text }) => text)
  await type({ user_id: 4, score: 80 })
  await type({ user_id: 5, score: 80 })
  isSlow = true
  await type({ user_id: 6, score: 80 })
  expect(told()).toEqual([])
  await page.close()
  expect(told()).toEqual(['成绩表里有2格没存上，值留在这台设备上，回到那里再存'])
  fail()
  await expect.poll(told).toContain('成绩表里有1格没存上，值留在这台设备上，回到那里再存')
  expect(keptEntries('kept:11:entered:5')).toHaveLength(3)
  adminSession.end()
})

test('a grade whose result a colleague released meanwhile stays on the device of a teacher who has left the grid, who is told', async () => {
  localStorage.clear()
  toasts.set([])
  adminSession.begin('first')
  let answer: () => void = () => undefined
  connect(async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    return { code: 0, msg: '已经公布', time: 0, data: { reason: 'RELEASED' } }
  })
  const { page, type } = await openedGrid()
  await type({ user_id: 4, score: 80 })
  await page.close()
  answer()
  await expect
    .poll(() => toasts.get().map(({ text }) => text))
    .toEqual(['成绩表里有1格没存上，值留在这台设备上，回到那里再存'])
  expect(keptEntries('kept:11:entered:5')).toMatchObject([{ typed: { score: 80 }, state: 'failed' }])
  adminSession.end()
})

test('a grade that did not arrive stays on the device while another window saves grades of the same class', async () => {
  localStorage.clear()
  adminSession.begin('first')
  connect(async ({ input }) => {
    const { user_id, score } = input as { user_id: number; score: number }
    if (user_id === 4) throw new Error('the line is broken')
    return { code: 1, msg: '', time: 0, data: { user_id, version: 1, word: 'score', score, held: true } }
  })
  const [one, other] = [await openedGrid(), await openedGrid()]
  await one.type({ user_id: 4, score: 80 })
  await other.type({ user_id: 5, score: 90 })
  expect(keptEntries('kept:11:entered:5')).toMatchObject([{ user_id: 4, typed: { score: 80 }, state: 'failed' }])
  await one.page.close()
  await other.page.close()
  adminSession.end()
})

test('a teacher reads why a grade was refused, and it is not sent again by itself: whatever the server refuses it for', async () => {
  const answeredOtherwise = ['CONFLICT', 'RELEASED']
  for (const reason of enteredResultsAdmin.set.refusals.filter((one) => !answeredOtherwise.includes(one))) {
    localStorage.clear()
    adminSession.begin('first')
    let sent = 0
    connect(async () => {
      sent += 1
      return { code: 0, msg: `refused: ${reason}`, time: 0, data: { reason } }
    })
    const { page, type } = await openedGrid()
    await type({ user_id: 4, score: 80 })
    await expect.poll(() => keptEntries('kept:11:entered:5')).toMatchObject([{ refusal: `refused: ${reason}` }])
    await page.doing(() => window.dispatchEvent(new Event('online')))
    expect([reason, sent, finalRefusals.has(reason)]).toEqual([reason, 1, true])
    await page.close()
    adminSession.end()
  }
})

// @vitest-environment happy-dom
import { reviewAreasAdmin } from '@tongchuang/contract/review-areas.admin.ts'
import { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { sampleOf, sentWith } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { toasts } from '@tongchuang/ui/toast.ts'
import { useLayoutEffect } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { SaveState } from './score-total.tsx'
import { useAreas, type Areas } from './use-areas.ts'

beforeAll(() => loadTexts('zh-CN'))

test('a teacher who drew more in two windows than a page holds is told, and saves it once some is erased', async () => {
  toasts.set([])
  const mark = (text: string) => ({ shape: 'pin' as const, points: [0.5, 0.5], text })
  const there = Array.from({ length: 60 }, (_, at) => ({
    ...{ id: at + 1, file_id: 7, page: 1, audio_id: null },
    ...mark(`那边${at}`),
  }))
  let saved: unknown[] = []
  connect(async ({ path, input }) => {
    expect(path).toBe(reviewAreasAdmin.savePage.path)
    const { seen, marks } = sentWith(reviewAreasAdmin.savePage, input)
    if (seen < 60) return { code: 0, msg: '', time: 0, data: { reason: 'CONFLICT', areas: there } }
    if (marks.length > 60) return { code: 0, msg: '', time: 0, data: { reason: 'INVALID' } }
    saved = marks
    return { code: 1, msg: '', time: 0, data: { areas: there } }
  })
  let areas: Areas | undefined
  const Drawing = () => {
    const mine = useAreas(sampleOf(ReviewWork, { submit_id: 3 }), 1, true)
    useLayoutEffect(() => void (areas = mine))
    return null
  }
  const page = await openPage(<Drawing />)
  await page.doing(() => areas!.add(7, 1, mark('这边')))
  await page.doing(() => areas!.flush())
  expect(toasts.get()).toMatchObject([{ kind: 'warning', text: expect.stringContaining('61处，最多能存60处') }])
  expect(areas!.isOverfull).toBe(true)
  const wide = await openPage(<SaveState saving={{ state: 'failed', at: null, isFull: areas!.isOverfull }} />)
  expect(wide.all('output')[0]?.textContent).toBe('这一页画得太多了，擦掉一些再画')
  await wide.close()
  await page.doing(() => areas!.remove(7, 1, 0))
  await page.doing(() => areas!.flush())
  expect(areas!.isOverfull).toBe(false)
  expect(saved).toHaveLength(60)
  expect(saved.at(-1)).toEqual({ ...mark('这边') })
  await page.close()
})

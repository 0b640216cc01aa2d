// @vitest-environment happy-dom
import type { AreaMark, DrawnMark } from '@tongchuang/contract/area-marks.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useLayoutEffect } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { aReviewWork } from './factory.ts'
import { useAreas } from './use-areas.ts'

const pinAt = (x: number, text = ''): DrawnMark => ({ shape: 'pin', points: [x, 0.5], text, audio_id: null })
const there: AreaMark[] = [{ id: 1, file_id: 5, page: 1, ...pinAt(0.1, '单位'), audio_id: null }]

let areas: ReturnType<typeof useAreas>
const Reviewing = () => {
  const now = useAreas(aReviewWork({ areas: there }), 11, true)
  useLayoutEffect(() => void (areas = now))
  return null
}
const marks = () => areas.list.map(({ text, audio_id }) => [text, audio_id])

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => {
  localStorage.clear()
  connect(() => new Promise(() => undefined))
})

test('taking back a mark leaves the words and the recording that other marks got after it', async () => {
  const page = await openPage(<Reviewing />)
  await page.doing(() => areas.add(5, 1, pinAt(0.2)))
  await page.doing(() => areas.write(5, 1, 0, '单位漏了'))
  await page.doing(() => areas.sayAbout({ file_id: 5, page: 1, points: [0.1, 0.5] }, 9))
  await page.doing(() => areas.write(5, 1, 1, '这里'))
  await page.doing(() => areas.undo())
  expect(marks()).toEqual([['单位漏了', 9]])
  await page.close()
})

test('an erased mark that is taken back stands in its place again, and what was written meanwhile stays', async () => {
  const page = await openPage(<Reviewing />)
  await page.doing(() => areas.add(5, 1, pinAt(0.2, '为什么')))
  await page.doing(() => areas.remove(5, 1, 0))
  await page.doing(() => areas.write(5, 1, 0, '为什么不取整'))
  await page.doing(() => areas.undo())
  expect(marks()).toEqual([
    ['单位', null],
    ['为什么不取整', null],
  ])
  await page.doing(() => areas.undo())
  expect(marks()).toEqual([['单位', null]])
  expect(areas.canUndo).toBe(false)
  await page.close()
})

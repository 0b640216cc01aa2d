// @vitest-environment happy-dom
import type { AreaMark, DrawnMark } from '@tongchuang/contract/area-marks.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useLayoutEffect } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { aReviewWork } from './factory.ts'
import { useAreas } from './use-areas.ts'
import { useDrawing } from './use-drawing.ts'
import { useWorkFiles } from './use-work-files.ts'

const pinAt = (x: number, text = ''): DrawnMark => ({ shape: 'pin', points: [x, 0.5], text, audio_id: null })
const there: AreaMark[] = [{ id: 1, file_id: 5, page: 1, ...pinAt(0.1, '单位'), audio_id: null }]

let areas: ReturnType<typeof useAreas>
let place: { files: ReturnType<typeof useWorkFiles>; drawing: ReturnType<typeof useDrawing> }
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

test('a mark that is taken back is seen to go: its page is shown, though another was open', async () => {
  const photo = (id: number) => ({
    id,
    name: `第${id}页.jpg`,
    size: 1,
    kind: 'image' as const,
    url: `/api/files/${id}`,
  })
  const work = aReviewWork({ files: [photo(5), photo(6)] })
  const Drawing = () => {
    const files = useWorkFiles(work)
    const drawing = useDrawing(work, useAreas(work, 11, true), { files, isOpen: true, openWords: () => undefined })
    useLayoutEffect(() => void (place = { files, drawing }))
    return null
  }
  const page = await openPage(<Drawing />)
  await page.doing(() => place.drawing.areas.add(5, 1, pinAt(0.2)))
  await page.doing(() => place.files.stage.go(1))
  expect(place.files.stage.place?.file.id).toBe(6)
  await page.doing(() => place.drawing.undo())
  expect(place.files.stage.place?.file.id).toBe(5)
  expect(place.drawing.areas.list).toEqual([])
  await page.close()
})

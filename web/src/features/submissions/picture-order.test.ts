import { FileCard } from '@tongchuang/contract/files.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { expect, test } from 'vitest'
import { createPictureOrder } from './picture-order.ts'

const card = (name: string) => sampleOf(FileCard, { name })
/** A text with three pictures on their way. */
const writing = () => {
  const moving = new Set(['一', '二', '三'])
  const text: string[] = []
  const chosen = new Map<string, FileCard | null>()
  for (const upload of moving) chosen.set(upload, null)
  const pictures = createPictureOrder(
    chosen,
    (upload) => moving.has(upload),
    ({ name }) => text.push(name),
  )
  const arrives = (name: string) => {
    moving.delete(name)
    pictures.arrived(card(name), name)
  }
  return { moving, text, arrives, look: pictures.look }
}

test('pictures that a student chose one after the other stand in that order, whichever arrives first', () => {
  const { text, arrives } = writing()
  arrives('三')
  arrives('二')
  expect(text).toEqual([])
  arrives('一')
  expect(text).toEqual(['一', '二', '三'])
})

test('no picture waits for one that the student has paused or taken away', () => {
  const { text, arrives, moving, look } = writing()
  arrives('二')
  moving.delete('一')
  look()
  expect(text).toEqual(['二'])
  arrives('三')
  arrives('一')
  expect(text).toEqual(['二', '三', '一'])
})

test('a file that was added beside the text is not put into it', () => {
  const { text, arrives } = writing()
  arrives('四')
  expect(text).toEqual([])
})

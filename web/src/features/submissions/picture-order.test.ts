import { FileCard } from '@tongchuang/contract/files.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { expect, test } from 'vitest'
import { putArrived } from './picture-order.ts'
import type { Chosen } from './picture-order.ts'

const card = (name: string) => sampleOf(FileCard, { name })
/** A text with three pictures on their way. */
const writing = () => {
  const moving = new Set(['一', '二', '三'])
  const text: string[] = []
  const chosen: Chosen = new Map()
  for (const upload of moving) chosen.set(upload, null)
  const look = () =>
    putArrived(
      chosen,
      (upload) => moving.has(upload),
      ({ name }) => text.push(name),
    )
  const arrives = (name: string) => {
    moving.delete(name)
    if (chosen.has(name)) chosen.set(name, card(name))
    look()
  }
  return { moving, text, arrives, look }
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

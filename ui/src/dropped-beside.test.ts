// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test } from 'vitest'
import { whenLoaded } from './when-loaded.ts'

beforeAll(() => whenLoaded({ getBlocker: () => ({ state: 'unblocked' }), subscribe: () => () => undefined } as never))
afterEach(() => document.body.replaceChildren())

/** Drags something over a place and lets it go there; true of each if the browser does nothing of its own. */
const drag = (place: Element, types: readonly string[]) =>
  ['dragover', 'drop'].map((type) => {
    const event = new Event(type, { bubbles: true, cancelable: true })
    Object.defineProperty(event, 'dataTransfer', { value: { types, dropEffect: 'copy' } })
    place.dispatchEvent(event)
    return [event.defaultPrevented, (event as DragEvent).dataTransfer?.dropEffect]
  })
const place = (name: string) => document.body.appendChild(document.createElement(name))

test('a file that is let go beside the place for it leaves the student on the page', () => {
  expect(drag(place('main'), ['Files'])).toEqual([
    [true, 'none'],
    [true, 'none'],
  ])
})

test('words that are dragged, a place that takes files, and a field of files are left alone', () => {
  expect(drag(place('textarea'), ['text/plain'])).toEqual([
    [false, 'copy'],
    [false, 'copy'],
  ])
  const zone = place('div')
  for (const type of ['dragover', 'drop']) zone.addEventListener(type, (event) => event.preventDefault())
  expect(drag(zone, ['Files'])).toEqual([
    [true, 'copy'],
    [true, 'copy'],
  ])
  const field = place('input') as HTMLInputElement
  field.type = 'file'
  expect(drag(field, ['Files'])).toEqual([
    [false, 'copy'],
    [false, 'copy'],
  ])
})

import { expect, test } from 'vitest'
import { createEventParser, type RawEvent } from './event-stream.ts'

const read = (...pieces: string[]): RawEvent[] => {
  const events: RawEvent[] = []
  const parse = createEventParser((event) => events.push(event))
  for (const piece of pieces) parse(piece)
  return events
}

test('events come whole, however the network cut them', () => {
  const text = 'id: a\nevent: unread\ndata: {"n":1}\n\nevent: change\ndata: 一\ndata: 二\n\n'
  const whole = read(text)
  expect(whole).toEqual([
    { id: 'a', event: 'unread', data: '{"n":1}' },
    { id: 'a', event: 'change', data: '一\n二' },
  ])
  expect(read(...text)).toEqual(whole)
})

test('line ends of every kind, also one cut in two', () => {
  expect(read('data: 1\r', '\n\r\ndata: 2\r\r')).toEqual([{ id: '', event: 'message', data: '1' }])
  expect(read('data: 2\r\rx')).toEqual([{ id: '', event: 'message', data: '2' }])
})

test('a sign of life names the last id and says nothing else; a comment is not data', () => {
  expect(read('id: z\n: alive\n\n')).toEqual([{ id: 'z', event: '', data: '' }])
})

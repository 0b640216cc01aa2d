import { expect, test } from 'vitest'
import { createLogLines, standardOutput, type WriteText } from './log-lines.ts'

/** A log output that accepts lines only when told to. */
const anEnd = () => {
  const taken: string[] = []
  let asked: { text: string; ended: (error: Error | null) => void } | null = null
  const writeText: WriteText = (text, ended) => {
    asked = { text, ended }
  }
  const answer = (error: Error | null) => {
    const { text = '', ended } = asked ?? {}
    asked = null
    if (error === null) taken.push(text)
    ended?.(error)
  }
  return {
    writeText,
    taken: () => taken.join(''),
    take: () => answer(null),
    refuse: () => answer(new Error('no space left')),
  }
}

test('lines come out whole and in their order', () => {
  const end = anEnd()
  const lines = createLogLines(end.writeText)
  for (const line of ['a\n', 'b\n', 'c\n']) lines.write(line)
  end.take()
  end.take()
  lines.write('d\n')
  end.take()
  expect(end.taken()).toBe('a\nb\nc\nd\n')
})

test('while nobody reads only a limited amount is kept, and the next line says how many lines are missing', () => {
  const end = anEnd()
  const lines = createLogLines(end.writeText, { mostWaiting: 6, now: () => 7 })
  for (const line of ['a\n', 'b\n', 'c\n', 'd\n', 'e\n', 'f\n']) lines.write(line)
  expect(lines.takeWaiting()).toBe('{"level":40,"time":7,"dropped":2,"msg":"2 lines dropped"}\nb\nc\nd\n')
})

test('lines that a full disk refused are counted, and their number is logged once there is room', () => {
  const end = anEnd()
  const lines = createLogLines(end.writeText, { now: () => 7 })
  lines.write('a\n')
  lines.write('b\n')
  end.refuse()
  end.refuse()
  lines.write('c\n')
  end.take()
  lines.write('d\n')
  end.take()
  expect(end.taken()).toBe('\n{"level":40,"time":7,"dropped":2,"msg":"2 lines dropped"}\nc\nd\n')
})

test('a process that opens its log many times has one end of it', () => {
  const listening = () => process.stdout.listenerCount('error') + process.listenerCount('exit')
  const first = standardOutput()
  const before = listening()
  for (let again = 0; again < 12; again += 1) expect(standardOutput()).toBe(first)
  expect(listening()).toBe(before)
})

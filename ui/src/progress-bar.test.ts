import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endProgress, progressBar, startProgress } from './progress-bar.ts'

/** As much of a document as the bar needs. */
const fakeDocument = () => {
  const parts: { className: string; gone: boolean; progress: string; children: string[] }[] = []
  const createElement = () => {
    const children: string[] = []
    const part = { className: '', gone: false, progress: '', children }
    return Object.assign(part, {
      setAttribute: () => undefined,
      append: (child: { className: string }) => part.children.push(child.className),
      style: { setProperty: (_: string, value: string) => (part.progress = value) },
      classList: { add: () => undefined },
      remove: () => (part.gone = true),
    })
  }
  return { parts, document: { createElement, body: { append: (part: (typeof parts)[number]) => parts.push(part) } } }
}

let parts: ReturnType<typeof fakeDocument>['parts']
beforeEach(() => {
  const fake = fakeDocument()
  parts = fake.parts
  vi.stubGlobal('document', fake.document)
  vi.useFakeTimers()
})
afterEach(() => {
  endProgress()
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the bar has the constants of the specification', () => {
  expect(progressBar).toEqual({ minimum: 0.08, speed: 200, trickleRate: 0.02, trickleSpeed: 800, showSpinner: true })
})

test('a navigation starts the bar at 0.08 with its spinner, and it goes on a little every 800 ms', () => {
  startProgress()
  expect(parts[0]).toMatchObject({ progress: '0.08', children: ['bar', 'spinner'] })
  vi.advanceTimersByTime(799)
  expect(parts[0]?.progress).toBe('0.08')
  vi.advanceTimersByTime(8001)
  const later = Number(parts[0]?.progress)
  expect(later).toBeGreaterThan(0.08)
  expect(later).toBeLessThanOrEqual(0.08 + 11 * 0.02)
})

test('the bar ends full and goes; ending what never began does nothing', () => {
  endProgress()
  expect(parts).toEqual([])
  startProgress()
  startProgress()
  expect(parts).toHaveLength(1)
  endProgress()
  expect(parts[0]?.progress).toBe('1')
  vi.advanceTimersByTime(400)
  expect(parts[0]?.gone).toBe(true)
})

import { expect, test } from 'vitest'
import { createMeter } from './line.ts'
import { redOf } from './table.ts'

const row = { fault: 'clock', tries: 1, acknowledged: 60, findings: [], readyAfter: 20, hasDied: false }
const answeredAfter = (slowest: number) => ({ ...createMeter(), slowest, slowestCall: 'POST /api' })

test('a machine that was slow before a fault is no reason to report it, and an answer much slower than that is', () => {
  expect(redOf({ ...row, meter: answeredAfter(4_000) })).toEqual([])
  expect(redOf({ ...row, meter: answeredAfter(6_000), slowestBefore: 900 })).toEqual([
    'POST /api was answered after 6000 ms',
  ])
  expect(redOf({ ...row, meter: answeredAfter(6_000), slowestBefore: 4_000 })).toEqual([])
  expect(redOf({ ...row, meter: answeredAfter(9_000), slowestBefore: 4_000 })).toHaveLength(1)
})

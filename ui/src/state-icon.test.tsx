import { keysOf } from '@tongchuang/contract/records.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StateIcon, StateMark } from './state-icon.tsx'
import type { StateName } from './state-icon.tsx'

const all: Readonly<Record<StateName, true>> = {
  locked: true,
  available: true,
  doing: true,
  submitted: true,
  returned: true,
  passed: true,
  failed: true,
  aborted: true,
  expired: true,
  excused: true,
  elsewhere: true,
}
const names = keysOf(all)

test('every state has an outline of its own: it is told apart without colours', () => {
  // Compares only outlines, without fills and line colors.
  const outlines = names.map((state) =>
    renderToStaticMarkup(<StateIcon state={state} />).replace(/ (fill|stroke|stroke-width)="[^"]*"/g, ''),
  )
  expect(new Set(outlines).size).toBe(names.length)
})

test('a state is said in a word beside its shape', () => {
  for (const state of names)
    expect(renderToStaticMarkup(<StateMark state={state}>已交</StateMark>)).toMatch(/<svg.*<\/svg>已交<\/span>$/)
})

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const sheets = globSync(['{web,admin,ui}/src/**/*.css', 'web/public/*.css'], { cwd: root })
  .sort()
  .map((path) => ({ path, css: readFileSync(join(root, path), 'utf8').replaceAll(/\/\*.*?\*\//gs, '') }))

/** Properties that decide whether an element is visible at all. */
const reveals = /(?:^|[;{\s])(?:display|visibility|opacity|clip-path|clip|pointer-events)\s*:/

test('nothing is shown only to a mouse, because a finger cannot hover', () => {
  const rules = sheets.flatMap(({ path, css }) =>
    [...css.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
      path,
      selector: selector.trim(),
      body,
    })),
  )
  const hovered = rules.filter(({ selector }) => selector.includes(':hover'))
  expect(hovered.length).toBeGreaterThan(60)
  expect(hovered.filter(({ body }) => reveals.test(body)).map(({ path, selector }) => `${path}: ${selector}`)).toEqual(
    [],
  )
})

test('the height of a window is the part that the bars of a browser leave', () => {
  expect(sheets.length).toBeGreaterThan(60)
  expect(sheets.filter(({ css }) => /\b100(?:vh|svh|lvh)\b/.test(css)).map(({ path }) => path)).toEqual([])
  expect(sheets.filter(({ css }) => css.includes('100dvh')).length).toBeGreaterThan(10)
})

test('type grows with the size a person has chosen in the browser', () => {
  const ofStudents = sheets.filter(({ path }) => !path.startsWith('admin/'))
  const fixed = /(?:font-size|line-height):\s*[\d.]+px|\bfont:[^;]*\d(?:\.\d+)?px/
  expect(ofStudents.filter(({ css }) => fixed.test(css)).map(({ path }) => path)).toEqual([])
  expect(sheets.find(({ path }) => path === 'ui/src/base.css')?.css).toMatch(/html\s*\{\s*font: 100%/)
})

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sitePolicy } from '../server/src/http/headers.ts'

const root = join(import.meta.dirname, '..')

/**
 * A style written as text or as an attribute. Properties set one by one by React and the DOM are not attributes, so a
 * policy does not see them.
 */
const written = /\sstyle\s*=\s*["'\x60]|setAttribute\(\s*["'\x60]style\b|cssText/

const found = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => written.test(line))
    .map((line) => line.trim())

test('nothing in either site writes a style attribute, and the policy would refuse one', () => {
  const files = globSync('{web,admin,ui,contract}/{src,public}/**/*.{ts,tsx,html,svg}', { cwd: root })
    .concat(['web/index.html', 'admin/index.html'])
    .filter((path) => !path.includes('.test.'))
  expect(files.length).toBeGreaterThan(600)
  expect(
    files.flatMap((path) => found(readFileSync(join(root, path), 'utf8')).map((line) => `${path}: ${line}`)),
  ).toEqual([])
  const styles = sitePolicy()
    .split('; ')
    .filter((part) => part.startsWith('style-src'))
  expect(styles).toHaveLength(1)
  expect(styles[0]).not.toMatch(/unsafe/)
})

test('each way of writing a style attribute is found', () => {
  for (const line of [
    '<p style="color:red">',
    "const row = `<i style='width:1px'>`",
    "element.setAttribute('style', value)",
    'element.style.cssText = value',
  ])
    expect(found(line), line).toHaveLength(1)
  for (const line of ['<p style={hueStyle(hue)}>', "element.style.setProperty('--x', '1')", '<p data-style="x">'])
    expect(found(line), line).toEqual([])
})

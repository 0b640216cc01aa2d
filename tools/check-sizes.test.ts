import { expect, test } from 'vitest'
import { artAtOnce, filesOf, foreignAddresses, leftovers, pagesOf, styleAttributes } from './check-sizes.ts'
import type { Manifest } from './check-sizes.ts'

const manifest: Manifest = {
  'index.html': {
    file: 'index.js',
    isEntry: true,
    imports: ['_base.js'],
    css: ['index.css'],
    dynamicImports: ['src/app/shell.tsx', 'src/pages/login-page.tsx'],
  },
  '_base.js': { file: 'base.js' },
  'src/app/shell.tsx': {
    file: 'shell.js',
    isDynamicEntry: true,
    imports: ['index.html'],
    dynamicImports: ['src/app/settings-drawer.tsx'],
  },
  'src/app/settings-drawer.tsx': { file: 'drawer.js', isDynamicEntry: true },
  'src/locales/zh-CN/auth.ts': { file: 'auth-zh.js', isDynamicEntry: true },
  'src/locales/en-US/auth.ts': { file: 'auth-en.js', isDynamicEntry: true },
  'src/locales/zh-CN/inside.ts': { file: 'zh.js', isDynamicEntry: true },
  'src/locales/zh-CN/task-submit-page.ts': { file: 'zh-submit.js', isDynamicEntry: true },
  'src/locales/zh-CN/task-detail-page.ts': { file: 'zh-task.js', isDynamicEntry: true },
  'src/pages/login-page.tsx': { file: 'login.js', isDynamicEntry: true, imports: ['_base.js'] },
  'src/pages/task-submit-page.tsx': {
    file: 'submit.js',
    isDynamicEntry: true,
    dynamicImports: ['src/features/submissions/editor.tsx'],
  },
  'src/features/submissions/editor.tsx': { file: 'editor.js', isDynamicEntry: true },
}
const sizeOf = (file: string) => file.length

const openedFor = (page: string): string[] => {
  const found = pagesOf(manifest, sizeOf).find((one) => one.page === page)
  return [...filesOf(manifest, found?.start ?? [])].toSorted()
}

test('someone who logs in loads the document, its words and the page, but no frame', () => {
  expect(openedFor('src/pages/login-page.tsx')).toEqual(['auth-en.js', 'base.js', 'index.css', 'index.js', 'login.js'])
})

test('someone who writes loads the frame and the page before the editor', () => {
  const files = openedFor('src/pages/task-submit-page.tsx')
  expect(files).toContain('shell.js')
  expect(files).toContain('submit.js')
  expect(files).not.toContain('editor.js')
  expect(files).not.toContain('drawer.js')
})

test('a page loads its own words and not those of another', () => {
  const files = openedFor('src/pages/task-submit-page.tsx')
  expect(files).toContain('zh.js')
  expect(files).toContain('zh-submit.js')
  expect(files).not.toContain('zh-task.js')
})

test.each([
  ['<script src="https://cdn.example/x.js"></script>', 1],
  ['<link href="//fonts.example/a.css">', 1],
  ["@import 'https://fonts.example/a.css';", 1],
  ['a { background: url(http://a.example/b.png) }', 1],
  ['<a href="./login">x</a><script src="/assets/x.js"></script>', 0],
  ['<svg xmlns="http://www.w3.org/2000/svg">', 0],
])('%s asks %i other origins', (text, count) => {
  expect(foreignAddresses(text)).toHaveLength(count)
})

test('remains of the template are found in a built file', () => {
  for (const text of [
    '登录 Arco Design Pro',
    '"title":"ArcoDesign"',
    '用户名：admin',
    '密码: admin',
    'Lorem ipsum dolor',
  ])
    expect(leftovers(text), text).toHaveLength(1)
  for (const text of ['localStorage.getItem("arco-locale")', '管理员账号，例如 admin', 'username'])
    expect(leftovers(text), text).toEqual([])
})

test('a style attribute in a painted page is found, and text that only resembles one is not', () => {
  for (const html of ['<p style="color:red">', "<svg\n  viewBox='0 0 1 1' style = 'fill:red'>", '<b style=x>'])
    expect(styleAttributes(html), html).toHaveLength(1)
  for (const html of [
    '<style>a{}</style>',
    '<p data-style="x">',
    '<p class="a">style="color:red"</p>',
    '<p title=style>',
  ])
    expect(styleAttributes(html), html).toEqual([])
})

test('a drawing that a page loads at its start is found, and one that it loads when shown is not', () => {
  const parts = { '_drawing-parts-1x.js': { file: 'assets/drawing-parts-1x.js' } }
  const page = { file: 'assets/page.js', dynamicImports: ['_drawing-parts-1x.js'] }
  expect(artAtOnce({ 'src/pages/square-page.tsx': page, ...parts }, ['src/pages/square-page.tsx'])).toEqual([])
  const hasty = { ...page, imports: ['_drawing-parts-1x.js'] }
  expect(artAtOnce({ 'src/pages/square-page.tsx': hasty, ...parts }, ['src/pages/square-page.tsx'])).toEqual([
    '_drawing-parts-1x.js',
  ])
})

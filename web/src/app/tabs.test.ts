import { expect, test } from 'vitest'
import { noTabs } from './no-tabs.ts'
import { act, arrive, mayDo, rename, tabsFrom } from './tabs.ts'
import type { Tabs } from './no-tabs.ts'
import type { Action, Visit } from './tabs.ts'

let count = 0
const visit = (fullPath: string, part: Partial<Visit> = {}): Visit => {
  count += 1
  const name =
    part.name ?? (fullPath.startsWith('/square/index') ? 'square' : (fullPath.split('/')[2]?.split('?')[0] ?? ''))
  const query = Object.fromEntries(new URL(fullPath, 'http://x').searchParams)
  return { key: `visit ${count}`, name, fullPath, query, ignoreCache: false, noAffix: false, replaced: false, ...part }
}
const walk = (...paths: string[]): Tabs => paths.reduce((tabs, path) => arrive(tabs, visit(path)), noTabs)
const paths = ({ list }: Tabs) => list.map(({ fullPath }) => fullPath)
const shown = ({ list, active }: Tabs) => list.find((tab) => tab.id === active)?.fullPath
const idOf = ({ list }: Tabs, path: string) => list.find((tab) => tab.fullPath === path)?.id ?? -1
const five = () => walk('/square/index', '/a/1', '/a/2', '/a/3', '/a/4')

test('the list begins with the default page, and the square uses that tab', () => {
  expect(noTabs.list).toEqual([
    { id: 0, title: '', name: 'Workplace', fullPath: '/dashboard/workplace', query: {}, ignoreCache: false },
  ])
  const tabs = walk('/square/index?state=doing')
  expect(tabs.list).toHaveLength(1)
  expect(tabs.list[0]).toMatchObject({
    name: 'Workplace',
    fullPath: '/square/index?state=doing',
    query: { state: 'doing' },
  })
  expect(tabs.active).toBe(0)
})

test('a page opens one tab for each of its addresses, however often it is visited', () => {
  const tabs = walk('/square/index', '/a/1', '/a/2', '/a/1', '/a/1?tab=x')
  expect(paths(tabs)).toEqual(['/square/index', '/a/1', '/a/2', '/a/1?tab=x'])
  expect(shown(tabs)).toBe('/a/1?tab=x')
})

test('rendering the same navigation twice opens one tab, and a closed tab does not come back', () => {
  const once = visit('/a/1')
  const tabs = arrive(noTabs, once)
  expect(arrive(tabs, once)).toBe(tabs)
  const closed = act(tabs, tabs.active ?? -1, 'close').tabs
  expect(arrive(closed, once)).toBe(closed)
})

test('a page that corrects its own address keeps its tab', () => {
  const before = arrive(noTabs, visit('/guild/old', { name: 'guildTasks' }))
  const after = arrive(before, visit('/guild/new', { name: 'guildTasks', replaced: true }))
  expect(paths(after)).toEqual(['/dashboard/workplace', '/guild/new'])
  expect(after.active).toBe(before.active)
  expect(paths(arrive(before, visit('/elsewhere', { name: 'elsewhere', replaced: true })))).toHaveLength(3)
})

test('an unknown address and the helper that reloads open no tab', () => {
  expect(arrive(five(), visit('/nowhere', { noAffix: true }))).toMatchObject({ active: null, list: { length: 5 } })
  expect(paths(arrive(five(), visit('/redirect/a', { name: 'Redirect' })))).toHaveLength(5)
})

test('past twenty tabs the oldest that can be closed goes', () => {
  const tabs = walk('/square/index', ...Array.from({ length: 20 }, (_, n) => `/a/${n}`))
  expect(tabs.list).toHaveLength(20)
  expect(paths(tabs).slice(0, 2)).toEqual(['/square/index', '/a/1'])
  expect(shown(tabs)).toBe('/a/19')
})

test('closing the shown tab leads to the one on its left, with its query; closing another leads nowhere', () => {
  const tabs = walk('/square/index', '/a/1?x=1', '/a/2')
  expect(act(tabs, idOf(tabs, '/a/2'), 'close')).toMatchObject({ goTo: '/a/1?x=1', tabs: { list: { length: 2 } } })
  expect(act(tabs, idOf(tabs, '/a/1?x=1'), 'close')).toMatchObject({ goTo: null, tabs: { list: { length: 2 } } })
})

test.each<[Action, string, string[], string | null]>([
  ['close', '/a/2', ['/square/index', '/a/1', '/a/3', '/a/4'], null],
  ['closeLeft', '/a/3', ['/square/index', '/a/3', '/a/4'], null],
  ['closeRight', '/a/2', ['/square/index', '/a/1', '/a/2'], '/a/2'],
  ['closeOthers', '/a/2', ['/square/index', '/a/2'], '/a/2'],
  ['closeOthers', '/a/4', ['/square/index', '/a/4'], null],
  ['closeAll', '/a/2', ['/dashboard/workplace'], '/dashboard/workplace'],
])('%s on %s leaves the right ones and leads to the right place', (action, path, left, goTo) => {
  const tabs = five()
  const outcome = act(tabs, idOf(tabs, path), action)
  expect(paths(outcome.tabs)).toEqual(left)
  expect(outcome.goTo).toBe(goTo)
})

test('closing what is left of a tab leads to it when the shown one is among them', () => {
  const tabs = arrive(five(), visit('/a/1'))
  expect(act(tabs, idOf(tabs, '/a/3'), 'closeLeft').goTo).toBe('/a/3')
  const nowhere = arrive(tabs, visit('/nowhere', { noAffix: true }))
  expect(act(nowhere, idOf(tabs, '/a/3'), 'closeLeft').goTo).toBeNull()
})

test('a reload goes through the helper route, with a page drawn anew in the same place', () => {
  const tabs = five()
  const outcome = act(tabs, idOf(tabs, '/a/4'), 'reload')
  expect(outcome.goTo).toBe('/redirect/a/4')
  expect(paths(outcome.tabs)).toEqual(paths(tabs))
  expect(shown(outcome.tabs)).toBe('/a/4')
  expect(outcome.tabs.active).not.toBe(tabs.active)
})

test('the menu of a tab offers only what is possible: the first tab cannot be closed, and only the shown one reloads', () => {
  const tabs = five()
  const may = (path: string) =>
    (['reload', 'close', 'closeLeft', 'closeRight', 'closeOthers', 'closeAll'] as const).filter((action) =>
      mayDo(tabs, idOf(tabs, path), action),
    )
  expect(may('/square/index')).toEqual(['closeRight', 'closeOthers', 'closeAll'])
  expect(may('/a/1')).toEqual(['close', 'closeRight', 'closeOthers', 'closeAll'])
  expect(may('/a/2')).toEqual(['close', 'closeLeft', 'closeRight', 'closeOthers', 'closeAll'])
  expect(may('/a/4')).toEqual(['reload', 'close', 'closeLeft', 'closeOthers', 'closeAll'])
  expect(act(tabs, 0, 'close')).toEqual({ tabs, goTo: null })
})

test('a page that names itself names its tab; the first keeps its own', () => {
  const tabs = five()
  expect(rename(tabs, idOf(tabs, '/a/1'), '光影').list[1]?.title).toBe('光影')
  expect(rename(tabs, 0, '下午好')).toBe(tabs)
})

test('the tabs of a window come back when it is loaded anew; nonsense is no tabs', () => {
  const { list } = five()
  expect(tabsFrom(JSON.stringify(list))).toEqual({ list, active: null, visit: '' })
  for (const stored of [
    null,
    '',
    '[]',
    '{',
    '[1]',
    '[{"id":0}]',
    JSON.stringify(list.slice(1)),
    JSON.stringify([{ ...list[0], fullPath: '//evil.cn' }]),
  ]) {
    expect(tabsFrom(stored)).toBe(noTabs)
  }
})

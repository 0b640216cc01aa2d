import { expect, test } from 'vitest'
import { configurationText, defaults, settingsFrom } from './settings.ts'

test('the settings a student finds are those of the specification', () => {
  expect(defaults).toEqual({
    theme: 'light',
    colorWeak: false,
    navbar: true,
    menu: true,
    topMenu: true,
    hideMenu: false,
    menuCollapse: false,
    footer: true,
    themeColor: '#165DFF',
    menuWidth: 220,
    globalSettings: false,
    device: 'desktop',
    tabBar: false,
    menuFromServer: false,
    serverMenu: [],
  })
})

test('a student who has changed nothing, or whose browser kept nonsense, has the defaults', () => {
  const untouched = settingsFrom(null)
  expect(untouched).toMatchObject({ navbar: true, topMenu: true, menuWidth: 220, tabBar: false })
  for (const broken of ['', '{', 'null', '[]', '7', '"navbar"']) expect(settingsFrom(broken)).toEqual(untouched)
})

test('a broken setting gets its default, and the other settings stay as chosen', () => {
  const kept = settingsFrom('{"navbar":"no","tabBar":true,"menuWidth":99999,"colorWeak":true,"unknown":1}')
  expect(kept).toEqual({ ...settingsFrom(null), tabBar: true, colorWeak: true })
  expect(settingsFrom('{"menuWidth":240}').menuWidth).toBe(240)
  for (const width of ['-1', '1e9', '220.5', '"220"', 'null'])
    expect(settingsFrom(`{"menuWidth":${width}}`).menuWidth).toBe(220)
})

test('the copied configuration has the keys of the specification and the values of now, indented by two', () => {
  const text = configurationText(
    { ...settingsFrom(null), tabBar: true },
    { isMobile: true, isOpen: true, serverMenu: [{ name: 'square' }] },
  )
  expect(Object.keys(JSON.parse(text)).toSorted()).toEqual(Object.keys(defaults).toSorted())
  expect(JSON.parse(text)).toMatchObject({
    tabBar: true,
    device: 'mobile',
    hideMenu: true,
    globalSettings: true,
    serverMenu: [{ name: 'square' }],
  })
  expect(text).toContain('\n  "theme": "light",\n')
})

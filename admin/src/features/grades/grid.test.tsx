// @vitest-environment happy-dom
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useLayoutEffect, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Grid } from './grid.tsx'

const tasksOf = (titles: readonly string[]) =>
  titles.map((title, t) => ({
    id: t + 1,
    members: [{ task_id: t + 1, guild_id: 1, due_at: null, may_enter: false }],
    title,
    type: 'main',
    max_score: 100,
    due_at: null,
    average: null,
  }))
const tasks = tasksOf(['观鸟', '速写', '调查'])
const rows = Array.from({ length: 100 }, (_, n) => ({
  student: { user_id: n + 1, nickname: `学生${n}`, real_name: `学生${n}`, student_no: String(n), class_name: '一班' },
  guild_ids: [1],
  average: null,
  cells: tasks.map((_task, t) => ({
    t,
    mark: 'passed',
    score: n,
    late: false,
    featured: false,
    submit_id: n * 10 + t + 1,
  })),
}))
let page: Awaited<ReturnType<typeof openPage>>
const ended = vi.fn()

beforeAll(() => loadTexts('zh-CN'))
const props = {
  label: '成绩表',
  tasks,
  rows,
  total: 100,
  average: null,
  sort: { by: 'name', descending: false },
  onSort: ended,
  onEnd: ended,
  entering: { entries: new Map() },
}
const open = async (changes: object = {}) => {
  page = await openPage(<Grid {...({ ...props, ...changes } as unknown as Parameters<typeof Grid>[0])} />)
  await page.doing(() => page.all('td[tabindex="0"]')[0]?.focus())
}
beforeEach(() => open())
afterEach(() => page.close())

/** A grid walked down to its sixtieth student; `rerender` shows only so many students, as a filter does. */
const openFiltered = async () => {
  await page.close()
  let show: (many: number) => void = () => undefined
  const Filtered = () => {
    const [many, setMany] = useState(100)
    useLayoutEffect(() => void (show = setMany), [])
    const shown = { ...props, rows: rows.slice(0, many), total: many }
    return <Grid {...(shown as unknown as Parameters<typeof Grid>[0])} />
  }
  page = await openPage(<Filtered />)
  await page.doing(() => page.all('td[tabindex="0"]')[0]?.focus())
  for (let pages = 0; pages < 6; pages += 1) {
    await page.press('PageDown')
    await page.doing(() => page.named('section', '成绩表').dispatchEvent(new Event('scroll')))
  }
  const rerender = async (many: number) => {
    await page.doing(() => show(many))
    // A browser scrolls back when there is less to scroll.
    await page.doing(() => {
      const box = page.named('section', '成绩表')
      box.scrollTop = 0
      box.dispatchEvent(new Event('scroll'))
    })
  }
  return { rerender }
}

/** Student and task of the cell that has the focus. */
const focused = () => {
  const cell = elementOf(HTMLTableCellElement, document.activeElement)
  return [cell.parentElement?.querySelector('th')?.textContent, Number(cell.getAttribute('aria-colindex')) - 4]
}

test('arrows move the focus from cell to cell, and no further than the last', async () => {
  expect(focused()).toEqual(['学生0', 0])
  await page.press('ArrowDown')
  await page.press('ArrowRight')
  expect(focused()).toEqual(['学生1', 1])
  await page.press('ArrowRight')
  await page.press('ArrowRight')
  expect(focused()).toEqual(['学生1', 2])
  await page.press('ArrowUp')
  await page.press('ArrowUp')
  expect(focused()).toEqual(['学生0', 2])
  expect(page.all('td[tabindex="0"]')).toHaveLength(1)
})

test('page keys move by ten rows, and a distant row is scrolled into view before it gets the focus', async () => {
  const turn = async (key: string) => {
    await page.press(key)
    await page.doing(() => page.named('section', '成绩表').dispatchEvent(new Event('scroll')))
  }
  for (let pages = 0; pages < 5; pages += 1) await turn('PageDown')
  expect(focused()).toEqual(['学生50', 0])
  await turn('PageUp')
  expect(focused()).toEqual(['学生40', 0])
})

test('a teacher who prints the grid gets all rows, not only the visible ones', async () => {
  const drawn = () => page.all('tbody tr:not([aria-hidden])').length
  expect(drawn()).toBeLessThan(100)
  await page.doing(() => window.dispatchEvent(new Event('beforeprint')))
  expect(drawn()).toBe(100)
  await page.doing(() => window.dispatchEvent(new Event('afterprint')))
  expect(drawn()).toBeLessThan(100)
})

test('the line above names student, task and what stands in the cell', async () => {
  await page.press('ArrowDown')
  expect(page.all('p')[0]?.textContent).toContain('学生1观鸟')
})

test('Enter opens the work of the cell, and never while an input method composes', async () => {
  await page.press('ArrowDown')
  await page.press('Enter', { isComposing: true })
  expect(page.address()).toBe('/')
  await page.press('Enter')
  expect(page.address()).toBe('/review?state=all&work=11')
})

test('of five hundred tasks only those in sight are drawn, one far away is walked to, and a sheet has as many as can be read', async () => {
  await page.close()
  const many = tasksOf(Array.from({ length: 500 }, (_, at) => `任务${at}`))
  await open({ tasks: many, rows: rows.slice(0, 2), total: 2 })
  const heads = () => page.all('thead th[aria-colindex]').map((head) => head.textContent?.replace('主线', ''))
  expect(heads().length).toBeLessThan(40)
  expect(heads()[0]).toBe('任务0')
  for (let steps = 0; steps < 60; steps += 1) {
    await page.press('ArrowRight')
    await page.doing(() => page.named('section', '成绩表').dispatchEvent(new Event('scroll')))
  }
  expect(focused()).toEqual(['学生0', 60])
  expect(heads()).toContain('任务60')
  expect(heads()).not.toContain('任务0')
  await page.doing(() => window.dispatchEvent(new Event('beforeprint')))
  expect(heads()).toHaveLength(40)
  expect(heads()[0]).toBe('任务0')
})

test('a teacher at the sixtieth student who looks for one name reaches the grid again with Tab', async () => {
  const { rerender } = await openFiltered()
  await rerender(3)
  expect(page.all('td[tabindex="0"]')).toHaveLength(1)
  await page.doing(() => page.all('td[tabindex="0"]')[0]?.focus())
  expect(focused()).toEqual(['学生2', 0])
  await page.press('ArrowUp')
  expect(focused()).toEqual(['学生1', 0])
})

test('a teacher of more students than are counted gets the next ones at the end of those loaded', async () => {
  await page.close()
  ended.mockClear()
  await open({ total: null, rows: rows.slice(0, 10) })
  expect(ended).toHaveBeenCalled()
  expect(page.all('table')[0]?.getAttribute('aria-rowcount')).toBe('-1')
})

// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Grid } from './grid.tsx'

beforeAll(() => loadTexts('zh-CN'))

const task = {
  ...{ id: 1, title: '口试', type: 'main', channel: 'offline', may_enter: true, max_score: 100, average: null },
  members: [{ task_id: 1, guild_id: 1, due_at: null, may_enter: true, max_score: 100, held: 0 }],
}
const rowsOf = (many: number) =>
  Array.from({ length: many }, (_, n) => ({
    student: { user_id: n + 1, nickname: `学生${n}`, real_name: `学生${n}`, student_no: String(n), class_name: '一班' },
    guild_ids: [1],
    average: null,
    cells: [],
  }))

/** A grid of the given students with one offline task; `typed` lists each value that was saved, by student. */
const openGrid = async (rows: readonly object[] = rowsOf(100)) => {
  const type = vi.fn()
  const entering = { entries: new Map(), type, enter: () => undefined, leave: () => undefined }
  const given = { tasks: [task], rows, total: rows.length, average: null, entering, onEnd: () => undefined }
  const sorted = { label: '成绩表', sort: { by: 'name', descending: false }, onSort: () => undefined }
  const page = await openPage(<Grid {...({ ...given, ...sorted } as unknown as Parameters<typeof Grid>[0])} />)
  const cellOf = (row: number) => page.all(`tr[aria-rowindex="${row + 2}"] td[data-entered]`)[0]
  const typeInto = async (row: number, text: string) => {
    await page.doing(() => cellOf(row)?.focus())
    await page.press(text.slice(0, 1))
    await page.write(document.activeElement as HTMLElement, text)
  }
  const scrollTo = (row: number) =>
    page.doing(() => {
      const box = page.named('section', '成绩表')
      box.scrollTop = row * 36
      box.dispatchEvent(new Event('scroll'))
    })
  const typed = () => type.mock.calls.map(([{ user_id }, { score }]) => [user_id - 1, score])
  const words = () => type.mock.calls.map(([, { word }]) => word)
  return { page, cellOf, typeInto, scrollTo, typed, words }
}

test('a score that scrolls out of view before Enter is saved, and so is the next one', async () => {
  const { page, typeInto, scrollTo, typed, cellOf } = await openGrid()
  await typeInto(0, '85')
  await scrollTo(60)
  expect(cellOf(0)).toBeUndefined()
  await typeInto(62, '90')
  await page.press('Enter')
  expect(typed()).toEqual([
    [0, 85],
    [62, 90],
  ])
  await page.close()
})

test('a teacher who goes back a page while a score is typed has that score saved', async () => {
  const { page, typeInto, typed } = await openGrid()
  await typeInto(3, '77')
  expect(typed()).toEqual([])
  await page.close()
  expect(typed()).toEqual([[3, 77]])
})

test('a number above full marks stays in its cell in red while others are typed, and is put right there', async () => {
  const { page, typeInto, cellOf, typed } = await openGrid()
  await typeInto(0, '850')
  await page.doing(() => cellOf(1)?.focus())
  await typeInto(1, '90')
  await page.press('Enter')
  const wrong = () => cellOf(0)?.querySelector('input')
  expect(wrong()?.value).toBe('850')
  expect(wrong()?.getAttribute('aria-invalid')).toBe('true')
  expect(typed()).toEqual([[1, 90]])
  await page.doing(() => wrong()?.focus())
  await page.write(wrong()!, '85')
  await page.press('Enter')
  expect(typed()).toEqual([
    [1, 90],
    [0, 85],
  ])
  await page.close()
})

test('a column pasted into a cell is shown beside the students before it is written; one value is typed into the cell', async () => {
  const { page, cellOf, typed } = await openGrid()
  const paste = async (text: string) => {
    await page.doing(() => cellOf(2)?.focus())
    await page.doing(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      cellOf(2)?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
  }
  await paste('9\n8\n优\n')
  expect(typed()).toEqual([])
  const lines = page.all('dialog tbody tr').map((line) => line.textContent)
  expect(lines).toEqual(['学生2·没登9', '学生3·没登8', '学生4·没登优不是分数，也不是缺、免做'])
  await page.doing(() => page.named('button', '写入2格').click())
  expect(typed()).toEqual([
    [2, 9],
    [3, 8],
  ])
  await paste('75')
  await page.press('Enter')
  expect(typed().at(-1)).toEqual([2, 75])
  await page.close()
})

test('a teacher who looks at the grid or prints it sees which typed results the students do not know yet', async () => {
  const cells = [true, false].map((held) => ({
    ...{ t: 0, mark: held ? 'held' : 'passed', score: 80, late: false, featured: false, submit_id: null },
    entered: { version: 1, word: 'score', held },
  }))
  const rows = rowsOf(2).map((row, n) => ({ ...row, cells: [cells[n]] }))
  const { page, cellOf } = await openGrid(rows)
  expect([0, 1].map((row) => cellOf(row)?.textContent)).toEqual(['未公布80', '80'])
  await page.close()
})

test('the keys for 缺 and 免做 are the same with Caps Lock on', async () => {
  const { page, cellOf, words } = await openGrid()
  for (const [row, key] of ['q', 'Q', 'm', 'M'].entries()) {
    await page.doing(() => cellOf(row)?.focus())
    await page.press(key)
  }
  expect(words()).toEqual(['missing', 'missing', 'excused', 'excused'])
})

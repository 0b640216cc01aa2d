import { expect, test } from 'vitest'
import { tableIn, withTable } from './pasted-table.ts'

test('a timetable copied from Excel is a table of the announcement, also where a cell is empty', () => {
  expect(tableIn('时间\t地点\r\n周一\t101|102\r\n周二\t\r\n')).toBe(
    '| 时间 | 地点 |\n| --- | --- |\n| 周一 | 101\\|102 |\n| 周二 |  |',
  )
})

test('words, a line alone and lines of which some have no cells are no table', () => {
  for (const text of ['各位同学：\n明天集合', '时间\t地点', '安排：\n周一\t101', '']) expect(tableIn(text)).toBeNull()
})

test('a table stands apart from the words around it, in place of what was selected', () => {
  expect(withTable('安排如下：旧的\n请准时', 5, 7, '| 表 |')).toBe('安排如下：\n\n| 表 |\n\n请准时')
  expect(withTable('', 0, 0, '| 表 |')).toBe('| 表 |')
})

import { expect, test } from 'vitest'
import { cellOf, workbookOf } from '../../testing/hostile-files.ts'
import { readSheetFile } from './spreadsheet.ts'

test('rows that a filter has hidden are read like the others, and counted', async () => {
  const row = (at: number, hidden = '') => `<row r="${at}"${hidden}>${cellOf(`A${at}`, `001${at}`)}</row>`
  const rows = `${row(1)}${row(2, ' hidden="1"')}${row(3, ' hidden="true"')}<row r="4" hidden="1"/>${row(5, ' hidden="0"')}`
  const { sheets } = await readSheetFile({ given: await workbookOf({ rows }), kind: 'people' })
  expect(sheets).toEqual([{ name: '一', rows: 4, width: 1, hidden: 2 }])
})

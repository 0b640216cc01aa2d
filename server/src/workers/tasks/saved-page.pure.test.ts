import { expect, test } from 'vitest'
import { readSheetFile } from './spreadsheet.ts'

const read = (text: string) => readSheetFile({ given: new TextEncoder().encode(text), kind: 'people' })

test('a page that a system of a school saved as .xls is called a page, and how to make a list of it', async () => {
  const table = '<table><tr><td>学号</td><td>姓名</td></tr></table>'
  for (const page of [
    `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body>${table}</body></html>`,
    '\ufeff<?xml version="1.0"?>\n<ss:Workbook><ss:Worksheet/></ss:Workbook>',
    `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${table}`,
  ])
    await expect(read(page), page).rejects.toMatchObject({
      data: { problem: { zh: expect.stringContaining('其实是网页') as string } },
    })
})

test('a list whose first cell begins like a page is a list', async () => {
  expect(await read('<table>是什么,答案\n一种元素,A')).toMatchObject({ sheets: [{ rows: 2, width: 2 }] })
})

test('a list that a spreadsheet was kept from shortening is read in its columns, with whole numbers', async () => {
  const { lines } = await read('学号,姓名\r\n\t0012,林雨桐\r\n\t202601010001,王一\r\n')
  expect(new TextDecoder().decode(lines)).toContain('["0012","林雨桐"]')
})

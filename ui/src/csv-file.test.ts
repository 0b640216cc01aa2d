// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { saveCsv } from './csv-file.ts'

const savedOf = async (lines: readonly (readonly string[])[]): Promise<string | undefined> => {
  const kept: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) kept.push(blob)
    return 'blob:list'
  })
  // A document without a browser would not save the file but go to its address.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  saveCsv('名单.csv', lines)
  return (await kept[0]?.text())?.replace('\ufeff', '')
}

test('a file to keep runs nothing that somebody typed, however it is written', async () => {
  const saved = await savedOf([
    ['学号', '姓名'],
    ['13', '＝1+1'],
    ['14', ' =1+1'],
    ['15', 'x;=1+1'],
    ['16', '林,雨桐'],
  ])
  expect(saved).toBe("学号,姓名\r\n13,'＝1+1\r\n14,' =1+1\r\n15,x;'=1+1\r\n16,\"林,雨桐\"\r\n")
})

test('numbers that a spreadsheet would shorten stay whole when the file is opened and saved in one', async () => {
  expect(await savedOf([['0012', '202601010001', '20260101', '2026-01-01', '0']])).toBe(
    '\t0012,\t202601010001,20260101,2026-01-01,0\r\n',
  )
})

// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { saveCsv } from './csv-file.ts'

test('a file to keep runs nothing that somebody typed, however it is written', async () => {
  const kept: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) kept.push(blob)
    return 'blob:list'
  })
  // A document without a browser would not save the file but go to its address.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  saveCsv('名单.csv', [
    ['学号', '姓名'],
    ['0012', '＝1+1'],
    ['0013', ' =1+1'],
    ['0014', 'x;=1+1'],
    ['0015', '林,雨桐'],
  ])
  expect((await kept[0]?.text())?.replace('\ufeff', '')).toBe(
    "学号,姓名\r\n0012,'＝1+1\r\n0013,' =1+1\r\n0014,x;'=1+1\r\n0015,\"林,雨桐\"\r\n",
  )
})

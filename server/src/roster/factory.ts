import writeXlsx from 'write-excel-file/node'

/** A list of students as a spreadsheet program writes it; `numbers`: the first column as numbers, as people type it. */
export const aSpreadsheet = async (rows: readonly (readonly (string | number)[])[]): Promise<string> => {
  const data = rows.map((row) =>
    row.map((value) => (typeof value === 'number' ? { type: Number, value } : { type: String, value })),
  )
  return (await writeXlsx(data).toBuffer()).toString('base64')
}

/** 学号,姓名 lines in GBK, as many programs in schools still write them; supports only ASCII and the code range below. */
export const gbk = (text: string): string => {
  const codes: Record<string, number[]> = {}
  const decoder = new TextDecoder('gb18030')
  // There is no encoder: each two-byte code is decoded once and looked up.
  for (let high = 0xa1; high <= 0xf7; high += 1)
    for (let low = 0xa1; low <= 0xfe; low += 1) codes[decoder.decode(new Uint8Array([high, low]))] = [high, low]
  return Buffer.from(
    [...text].flatMap((letter) => (letter.charCodeAt(0) < 0x80 ? [letter.charCodeAt(0)] : (codes[letter] ?? [0x3f]))),
  ).toString('base64')
}

import fc from 'fast-check'
import { Refusal } from '@tongchuang/contract/errors.ts'
import { expect, test } from 'vitest'
import { aSpreadsheet } from '../../roster/factory.ts'
import { archiveOf, cellOf, workbookOf, workbookParts } from '../../testing/hostile-files.ts'
import { maxColumns, maxRows } from '../sheet-limits.ts'
import { readSheetFile as readIt } from './spreadsheet.ts'
import { cpuTime } from '../../testing/cpu-time.ts'

const readSheetFile = (given: Uint8Array | string) => readIt({ given, kind: 'people' })

/** The cells of each row that was read, as `sheet:line`. */
const rowsOf = ({ lines }: { lines: Uint8Array }): Record<string, string[]> =>
  Object.fromEntries(
    new TextDecoder()
      .decode(lines)
      .split('\n')
      .map((line) => JSON.parse(line) as [number, number, string[]])
      .map(([sheet, place, cells]) => [`${sheet}:${place}`, cells]),
  )

/** The message shown for a file, in both languages. */
const refusalOf = async (file: Uint8Array | string) => {
  const error = await readSheetFile(file).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Refusal)) throw new Error(`read, or failed otherwise: ${String(error)}`)
  return (error.data as { problem: { zh: string; en: string } }).problem
}

const list = `<row r="1">${cellOf('A1', '学号')}${cellOf('B1', '姓名')}</row><row r="2">${cellOf('A2', '0012')}${cellOf('B2', '林雨桐')}</row>`

test('a list in a workbook is read as it is written, whatever the workbook says about its size', async () => {
  for (const dimension of ['A1:B2', 'A1:XFD1048576'])
    expect(
      await readSheetFile(await workbookOf({ rows: list, dimension })).then((read) => [read, rowsOf(read)]),
    ).toEqual([
      { encoding: 'xlsx', sheets: [{ name: '一', rows: 2, width: 2 }], lines: expect.any(Uint8Array) },
      { '0:1': ['学号', '姓名'], '0:2': ['0012', '林雨桐'] },
    ])
})

test('a picture, a sheet nobody names and formatted cells without content are no part of a list', async () => {
  const rows = `<row r="1">${cellOf('A1', '0012')}<c r="XFD1" s="1"/></row>`
  const more = {
    'xl/media/image1.png': Buffer.alloc(6 * 2 ** 20),
    'xl/worksheets/sheet2.xml': `<worksheet>${'<row/>'.repeat(900_000)}</worksheet>`,
  }
  expect(rowsOf(await readSheetFile(await workbookOf({ rows, more })))).toEqual({ '0:1': ['0012'] })
})

test('each sheet of a workbook is read by its name; a hidden one is none, and one that is too large is named', async () => {
  const sheets = `<sheet name="高一&amp;1班" r:id="rId1"/><sheet name="藏" state="hidden" r:id="rId3"/><sheet name="大" r:id="rId4"/><sheet name="二" r:id="rId3"/>`
  const relation = (id: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="${target}"/>`
  const more = {
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('rId1', 'worksheets/sheet1.xml')}${relation('rId3', 'worksheets/sheet3.xml')}${relation('rId4', 'worksheets/sheet4.xml')}</Relationships>`,
    'xl/worksheets/sheet3.xml': `<worksheet><sheetData><row r="3">${cellOf('A3', '0013')}</row></sheetData></worksheet>`,
    'xl/worksheets/sheet4.xml': `<worksheet>${'<row/>'.repeat(900_000)}</worksheet>`,
  }
  const read = await readSheetFile(await workbookOf({ rows: list, more }))
  expect(read.sheets).toEqual([
    { name: '高一&1班', rows: 2, width: 2 },
    { name: '大', rows: null, width: 0 },
    { name: '二', rows: 1, width: 1 },
  ])
  expect(rowsOf(read)).toMatchObject({ '0:2': ['0012', '林雨桐'], '2:3': ['0013'] })
})

test('a list of 5,000 students with a head is read', async () => {
  const students = Array.from({ length: maxRows }, (_, at) => [String(20_260_000 + at), `学生${at}`, '高一（3）班'])
  const rows = rowsOf(
    await readSheetFile(Buffer.from(await aSpreadsheet([['学号', '姓名', '班级'], ...students]), 'base64')),
  )
  expect([Object.keys(rows).length, rows[`0:${maxRows + 1}`]]).toEqual([
    maxRows + 1,
    ['20264999', '学生4999', '高一（3）班'],
  ])
})

test('sentences in a list of words are whole, with their lines and letters of no width; names in a list of people are not', async () => {
  const comment = `第一行 👩‍👩‍👧 می‌خواهم\n\n${'长'.repeat(2_500)}`
  const rows = `<row r="1">${cellOf('A1', `${comment.replaceAll('\n', '_x000D_\n')}\u0007`)}</row>`
  const sheet = await readIt({ given: await workbookOf({ rows }), kind: 'words' })
  expect(rowsOf(sheet)).toEqual({ '0:1': [comment] })
  const pasted = await readIt({ given: `0012,"${comment.replaceAll('\n', '\r\n')}"`, kind: 'words' })
  expect(rowsOf(pasted)).toEqual({ '0:1': ['0012', comment] })
  expect(rowsOf(await readSheetFile('0012,"林\n雨\u200b桐"'))).toEqual({ '0:1': ['0012', '林雨桐'] })
  const book = await workbookOf({ rows: `<row r="1">${cellOf('A1', '林'.repeat(201))}</row>` })
  expect((await refusalOf(book)).zh).toContain('有一格超过200个字')
})

test('a list of words is bounded as a whole, whatever stands in its cells', async () => {
  const long = `"${'长'.repeat(15_000)}"`
  await expect(readIt({ given: Array(300).fill(long).join('\n'), kind: 'words' })).rejects.toBeInstanceOf(Refusal)
})

const far = '表格超出了5000行或50列'
const large = '这个表格展开后超过4 MB'
const odd = '这个表格文件的写法少见'

test.each<[what: string, file: () => Promise<Buffer>, says: string]>([
  [
    'two cells at the two ends of a sheet',
    () =>
      workbookOf({ rows: `<row r="1">${cellOf('A1', 'a')}</row><row r="1048576">${cellOf('XFD1048576', 'b')}</row>` }),
    far,
  ],
  ['a cell far to the right', () => workbookOf({ rows: `<row r="1">${cellOf('AY1', 'a')}</row>` }), far],
  ['a row far down without cells', () => workbookOf({ rows: '<row r="1048576"></row>' }), far],
  ['a row number in another notation', () => workbookOf({ rows: '<row r="1e6"/>' }), far],
  ['an address in letters of XML', () => workbookOf({ rows: `<row>${cellOf('&#88;FD1048576', 'b')}</row>` }), far],
  [
    'an address behind a prefix',
    () => workbookOf({ rows: `<x:row><x:c r="A1" x:r="XFD1048576"><x:v>1</x:v></x:c></x:row>` }),
    far,
  ],
  ['a million rows without a number', () => workbookOf({ rows: '<row/>'.repeat(600_000) }), far],
  [
    'one cell of 60 MB',
    () => workbookOf({ rows: `<row r="1">${cellOf('A1', 'a'.repeat(60 * 2 ** 20))}</row>` }),
    large,
  ],
  [
    'a cell of 3 MB',
    () => workbookOf({ rows: `<row r="1">${cellOf('A1', 'a'.repeat(3 * 2 ** 20))}</row>` }),
    '有一格超过200个字',
  ],
  [
    'shared texts that unfold to 50 MB',
    () => workbookOf({ rows: list, sharedStrings: '<si><t>a</t></si>'.repeat(3_000_000) }),
    large,
  ],
  [
    'one long shared text in a hundred thousand cells',
    () =>
      workbookOf({
        rows: Array.from(
          { length: 4_000 },
          (_, row) =>
            `<row r="${row + 1}">${Array.from({ length: 25 }, (_, at) => `<c r="${String.fromCharCode(65 + at)}${row + 1}" t="s"><v>0</v></c>`).join('')}</row>`,
        ).join(''),
        sharedStrings: `<si><t>${'长'.repeat(30_000)}</t></si>`,
      }),
    '有一格超过200个字',
  ],
  ['tags in tags in tags', () => workbookOf({ rows: '<a>'.repeat(100_000) }), odd],
  [
    'entities in entities',
    () =>
      workbookOf({
        rows: list,
        prolog: `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(99)}"><!ENTITY d "${'&b;'.repeat(99)}">]>`,
      }),
    odd,
  ],
  ['a tag that never ends', () => workbookOf({ rows: `<row r="1` }), odd],
  [
    '1,001 parts',
    async () =>
      archiveOf({
        ...workbookParts({ rows: list }),
        ...Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`xl/${at}.xml`, '<a/>'])),
      }),
    odd,
  ],
  ['a workbook without sheets', () => archiveOf({ 'xl/workbook.xml': '<workbook/>' }), '读不出这个表格文件'],
])('%s: refused with a sentence before a row is built', async (_what, make, says) => {
  const file = await make()
  const began = cpuTime()
  const { zh, en } = await refusalOf(file)
  expect(zh).toContain(says)
  expect(en).toMatch(/^[A-Z]/)
  // Half a minute and a gigabyte where the rows are built first.
  expect(cpuTime() - began).toBeLessThan(5_000)
})

/** The same archive with some of its bytes changed after each local head and each entry of the directory. */
const altered = (zip: Buffer, change: (at: number, isDirectory: boolean) => void): Buffer => {
  for (const [mark, isDirectory] of [
    ['PK\x03\x04', false],
    ['PK\x01\x02', true],
  ] as const)
    for (let at = zip.indexOf(mark, 0, 'latin1'); at >= 0; at = zip.indexOf(mark, at + 1, 'latin1'))
      change(at, isDirectory)
  return zip
}

test('a workbook with a password, with names that climb out or with sizes that are not true is refused', async () => {
  const locked = await workbookOf({ rows: list })
  altered(locked, (at, isDirectory) => void (locked[at + (isDirectory ? 8 : 6)]! |= 1))
  expect((await refusalOf(locked)).zh).toContain('加了密码')

  const climbing = await archiveOf({ ...workbookParts({ rows: list }), 'xx/xx/etc/passwd': 'a' })
  for (let at = climbing.indexOf('xx/xx/'); at >= 0; at = climbing.indexOf('xx/xx/')) climbing.write('../../', at)
  expect((await refusalOf(climbing)).zh).toBe('读不出这个表格文件')

  // The directory claims 100 bytes, while 60 MB are unpacked.
  const lying = await workbookOf({ rows: `<row r="1">${cellOf('A1', 'a'.repeat(60 * 2 ** 20))}</row>` })
  altered(
    lying,
    (at, isDirectory) => isDirectory && lying.readUInt32LE(at + 24) > 100_000 && lying.writeUInt32LE(100, at + 24),
  )
  expect((await refusalOf(lying)).zh).toBe('读不出这个表格文件')
})

test('a row of a text that goes on for ever is wrong by itself: the others are read as they stand', async () => {
  const long = '林'.repeat(300_000)
  const read = rowsOf(await readSheetFile(`学号,姓名\n0012,${long}\n0013,沈知远\n0014,"${long}`.concat('"\n')))
  const wrong = expect.stringMatching(/^林{198} …$/)
  expect(read).toEqual({
    '0:1': ['学号', '姓名'],
    '0:2': ['0012', wrong],
    '0:3': ['0013', '沈知远'],
    '0:4': ['0014', wrong],
  })
})

test('a list as text is refused where its rows, a column or a quotation mark goes on for ever', async () => {
  expect((await refusalOf('a,b\n"c,d')).zh).toBe('表格的引号没有成对，读不出来')
  expect((await refusalOf(`a${',b'.repeat(maxColumns)}`)).zh).toBe('最多50列')
  expect((await refusalOf(',\n,,\n')).zh).toBe('表里没有内容')
  expect((await refusalOf('a\n'.repeat(maxRows + 3))).zh).toContain('一次最多5000行')
  expect((await refusalOf(`a\n${'\n'.repeat(4 * maxRows)}`)).zh).toContain('一次最多5000行')
  expect(rowsOf(await readSheetFile(`学号\t姓名\n\n\t\n0012\t林雨桐\n\t\n`))).toEqual({
    '0:1': ['学号', '姓名'],
    '0:4': ['0012', '林雨桐'],
  })
})

const anAddress = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('A', 'B', 'AX', 'AY', 'ZZ', 'XFD', 'XFE', 'a', ''),
      fc.oneof(fc.integer({ min: -1, max: 12 }), fc.constantFrom(5_002, 5_003, 1_048_576, 2 ** 31, 1e21)),
    )
    .map((parts) => parts.join('')),
  fc.string({ maxLength: 8 }).map((text) => text.replaceAll(/["<&]/g, '')),
)
const aCell = fc
  .tuple(
    anAddress,
    fc.constantFrom('', ' t="s"', ' t="inlineStr"', ' t="b"', ' t="d"', ' t="e"', ' s="7"'),
    fc.constantFrom('', '<v>0</v>', '<v>1e9</v>', '<is><t>学</t></is>', '<v/>'),
  )
  .map(([address, type, inside]) => `<c r="${address}"${type}>${inside}</c>`)
const someRows = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constant(''),
        anAddress.map((row) => ` r="${row.replaceAll(/\D/g, '')}"`),
      ),
      fc.array(aCell, { maxLength: 6 }),
    ),
    { maxLength: 8 },
  )
  .map((rows) => rows.map(([number, cells]) => `<row${number}>${cells.join('')}</row>`).join(''))

test('any workbook is read within its bounds or refused with a sentence', async () => {
  await fc.assert(
    fc.asyncProperty(someRows, anAddress, fc.integer({ min: 0, max: 3 }), async (rows, dimension, times) => {
      const file = await workbookOf({
        rows,
        dimension: dimension.replaceAll('>', ''),
        sharedStrings: '<si><t>文</t></si>'.repeat(times),
      })
      try {
        const sheet = await readSheetFile(file)
        expect(Object.keys(rowsOf(sheet)).length).toBeLessThanOrEqual(maxRows + 1)
        expect(sheet.sheets[0]!.width).toBeLessThanOrEqual(maxColumns)
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal)
      }
    }),
    { numRuns: 300 },
  )
})

test('a workbook with any byte of it changed is read or refused', async () => {
  const file = await workbookOf({ rows: list, sharedStrings: '<si><t>文</t></si>' })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
      async (changes) => {
        const changed = Buffer.from(file)
        for (const [at, byte] of changes) changed[at] = byte
        const error = await readSheetFile(changed).then(
          () => null,
          (thrown: unknown) => thrown,
        )
        if (error !== null) expect(error).toBeInstanceOf(Refusal)
      },
    ),
    { numRuns: 300 },
  )
})

import fc from 'fast-check'
import {
  archiveOf,
  boxOf,
  cellOf,
  emptyBoxes,
  emptyChunks,
  filmOf,
  waveOf,
  workbookOf,
} from '../../../server/src/testing/hostile-files.ts'

const MB = 2 ** 20
const bytes = (most: number) => fc.uint8Array({ maxLength: most }).map((array) => Buffer.from(array))
const says = fc.option(fc.oneof(fc.nat(64), fc.constantFrom(0, 1, 8, 0x7fffffff, 0xffffffff)), { nil: undefined })

const chunk = fc
  .record({ name: fc.constantFrom('fmt ', 'data', 'LIST', 'bext', 'id3 '), bytes: bytes(64), says })
  .map(({ says, ...rest }) => (says === undefined ? rest : { ...rest, says }))
export const wave: fc.Arbitrary<Buffer> = fc.oneof(
  fc.integer({ min: 1, max: 24 }).map((size) => emptyChunks(size * MB)),
  fc
    .tuple(fc.array(chunk, { maxLength: 20 }), fc.integer({ min: 1, max: 2_000 }))
    .map(([chunks, times]) => waveOf(Array.from({ length: times }, () => chunks).flat())),
)

const boxName = fc.constantFrom(
  'moov',
  'moof',
  'trak',
  'mdia',
  'minf',
  'stbl',
  'hdlr',
  'stco',
  'stsz',
  'stsc',
  'udta',
  'meta',
  'mdat',
  'free',
  'what',
)
const { box } = fc.letrec<{ box: Buffer }>((tie) => ({
  box: fc
    .tuple(
      boxName,
      fc.oneof(
        { maxDepth: 6 },
        bytes(48),
        fc.array(tie('box'), { maxLength: 4 }).map((boxes) => Buffer.concat(boxes)),
      ),
      says,
    )
    .map(([name, inside, length]) => boxOf(name, inside, length)),
}))
export const film: fc.Arbitrary<Buffer> = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 24 }), boxName).map(([size, name]) => filmOf(emptyBoxes(size * MB, name))),
  fc.integer({ min: 1, max: 24 }).map((size) => filmOf(boxOf('moov', emptyBoxes(size * MB, 'trak')))),
  fc
    .tuple(fc.array(box, { maxLength: 6 }), fc.integer({ min: 1, max: 2_000 }))
    .map(([boxes, times]) => filmOf(...Array.from({ length: times }, () => boxes).flat())),
)

export const song: fc.Arbitrary<Buffer> = fc
  .tuple(
    fc.constantFrom('ID3\x04\0\0\0\0\0\0', 'ID3\x04\0\0\0\0\0\x02ab', 'TAG', 'APETAGEX', '\xff\xfb'),
    fc.integer({ min: 1, max: 12 * MB }),
  )
  .map(([piece, size]) =>
    Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'), Buffer.alloc(size, Buffer.from(piece, 'latin1'))]),
  )

const column = fc.constantFrom('A', 'B', 'AX', 'AY', 'XFD')
const row = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(5_002, 5_003, 1_048_576))
const cell = fc
  .tuple(column, row, fc.integer({ min: 0, max: 400 }))
  .map(([letters, number, length]) => ({ number, cell: cellOf(`${letters}${number}`, '林'.repeat(length)) }))
export const workbook: fc.Arbitrary<() => Promise<Buffer>> = fc.oneof(
  fc
    .array(cell, { maxLength: 12 })
    .map(
      (cells) => () =>
        workbookOf({ rows: cells.map(({ number, cell }) => `<row r="${number}">${cell}</row>`).join('') }),
    ),
  fc.constantFrom(
    () =>
      workbookOf({ rows: `<row r="1">${cellOf('A1', 'a')}</row><row r="1048576">${cellOf('XFD1048576', 'b')}</row>` }),
    () => workbookOf({ rows: `<row r="1">${cellOf('A1', 'a'.repeat(60 * MB))}</row>` }),
    () => workbookOf({ rows: '<row/>'.repeat(600_000) }),
    () => workbookOf({ rows: '<a>'.repeat(200_000) }),
    () => workbookOf({ rows: '', sharedStrings: '<si><t>a</t></si>'.repeat(3_000_000) }),
    () =>
      workbookOf({
        rows: '',
        more: Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`xl/${at}.xml`, '<a/>'])),
      }),
  ),
)

export const archive: fc.Arbitrary<() => Promise<Buffer>> = fc
  .tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 0, max: 20 * MB }))
  .map(
    ([count, size]) =>
      () =>
        archiveOf({
          'word/document.xml': Buffer.alloc(size),
          ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.bin`, 'a'])),
        }),
  )

/** Tables as text: separators, quotation marks and lines, again and again. */
export const table: fc.Arbitrary<string> = fc
  .record({
    piece: fc.array(fc.constantFrom(',', '\t', ';', '"', '""', '\n', '\r\n', '学号', '0012', ' '), {
      minLength: 1,
      maxLength: 5,
    }),
    times: fc.integer({ min: 1, max: 300_000 }),
  })
  .map(({ piece, times }) => piece.join('').repeat(times).slice(0, 900_000))

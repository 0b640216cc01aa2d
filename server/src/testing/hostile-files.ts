import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** A ZIP archive of these files, by name. */
export const archiveOf = (parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  return buffer(zip.outputStream)
}

export type WorkbookParts = {
  /** The XML within `sheetData`. */
  rows: string
  dimension?: string
  sharedStrings?: string
  /** Before the root element of the sheet. */
  prolog?: string
  more?: Readonly<Record<string, string | Buffer>>
}

const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`

/** The parts of a workbook of one sheet with the rows exactly as given, valid or not. */
export const workbookParts = ({
  rows,
  dimension = 'A1',
  sharedStrings,
  prolog = '',
  more = {},
}: WorkbookParts): Record<string, string | Buffer> => ({
  '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="一" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': `<Relationships>${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
  'xl/worksheets/sheet1.xml': `${prolog}<worksheet><dimension ref="${dimension}"/><sheetData>${rows}</sheetData></worksheet>`,
  ...(sharedStrings === undefined ? {} : { 'xl/sharedStrings.xml': `<sst>${sharedStrings}</sst>` }),
  ...more,
})

export const workbookOf = (parts: WorkbookParts): Promise<Buffer> => archiveOf(workbookParts(parts))

/** A cell with text in it. */
export const cellOf = (address: string, text: string): string =>
  `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`

const littleEndian = (number: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number >>> 0)
  return bytes
}

/** A WAV of these chunks; what a chunk says about its length need not be true. */
export const waveOf = (chunks: readonly { name: string; says?: number; bytes?: Buffer }[]): Buffer => {
  const parts = chunks.flatMap(({ name, bytes = Buffer.alloc(0), says = bytes.length }) => [
    Buffer.from(name.padEnd(4).slice(0, 4), 'latin1'),
    littleEndian(says),
    bytes,
  ])
  const inside = Buffer.concat([Buffer.from('WAVE'), ...parts])
  return Buffer.concat([Buffer.from('RIFF'), littleEndian(inside.length), inside])
}

/** A WAV file of the given size that consists of empty chunks. */
export const emptyChunks = (size: number): Buffer =>
  Buffer.concat([waveOf([]), Buffer.alloc(size - 12 - ((size - 12) % 8), Buffer.from('LIST\0\0\0\0', 'latin1'))])

/** A box of a video file; the length it declares may be false. */
export const boxOf = (type: string, inside: Buffer | readonly Buffer[] = [], says?: number): Buffer => {
  const bytes = Buffer.isBuffer(inside) ? inside : Buffer.concat(inside)
  const head = Buffer.alloc(8)
  head.writeUInt32BE((says ?? bytes.length + 8) >>> 0)
  head.write(type.padEnd(4).slice(0, 4), 4, 'latin1')
  return Buffer.concat([head, bytes])
}

/** The given number of bytes of empty boxes. */
export const emptyBoxes = (size: number, type = 'free'): Buffer => Buffer.alloc(size - (size % 8), boxOf(type))

const beginning = boxOf('ftyp', Buffer.from('isom\0\0\0\0isom', 'latin1'))

/** A video file with a valid beginning, followed by the given boxes. */
export const filmOf = (...boxes: readonly Buffer[]): Buffer => Buffer.concat([beginning, ...boxes])

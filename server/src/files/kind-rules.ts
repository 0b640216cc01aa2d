import { isKeyOf } from '@tongchuang/contract/is-key-of.ts'
import type { fileEndings } from '@tongchuang/contract/files.ts'
import { voiceEndings } from '@tongchuang/contract/rules/voices.ts'
import type { Selectable } from 'kysely'
import type { FileTable } from './tables.ts'

export type FileKind = Selectable<FileTable>['kind']
/** What a file is, by its ending and confirmed by its first bytes. */
export type FileType = { kind: FileKind; mime: string }

type Signature = (head: Buffer) => boolean

const begins = (...options: readonly (string | readonly number[])[]): Signature => {
  const starts = options.map((option) =>
    typeof option === 'string' ? Buffer.from(option, 'latin1') : Buffer.from(option),
  )
  return (head) => starts.some((start) => head.subarray(0, start.length).equals(start))
}
const holds =
  (at: number, ...words: readonly string[]): Signature =>
  (head) =>
    words.includes(head.toString('latin1', at, at + words[0]!.length))
const all =
  (...signatures: readonly Signature[]): Signature =>
  (head) =>
    signatures.every((signature) => signature(head))
const any =
  (...signatures: readonly Signature[]): Signature =>
  (head) =>
    signatures.some((signature) => signature(head))

const zip = begins('PK\x03\x04', 'PK\x05\x06')
const compound = begins([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const riff = begins('RIFF')
const isoMedia = holds(4, 'ftyp')
// PDF readers look for the signature in the first kilobyte; some printers write a line before it.
const pdf: Signature = (head) => head.subarray(0, 1024).includes('%PDF-')
const mp3: Signature = (head) => begins('ID3')(head) || (head[0] === 0xff && (head[1]! & 0xe0) === 0xe0)

const executable = begins('MZ', '\x7fELF', [0xfe, 0xed, 0xfa], [0xcf, 0xfa, 0xed, 0xfe], [0xca, 0xfe, 0xba, 0xbe])
const wide = begins([0xff, 0xfe], [0xfe, 0xff])
/** Text in any encoding that schools use: no zero bytes, except in UTF-16 that Windows marks as such. */
const plainText: Signature = (head) =>
  !executable(head) && !zip(head) && !compound(head) && !begins('%PDF-')(head) && (wide(head) || !head.includes(0))

const office = { kind: 'office', signature: zip } as const
// Many systems of schools, and WPS, save pages and RTF as .doc and .xls; these, too, are only downloaded.
const page: Signature = (head) =>
  begins('{\\rtf')(head) ||
  /^(?:\xef\xbb\xbf)?\s*(?:<(?:!doctype|html|head|meta|table|\?xml)|mime-version:)/i.test(
    head.toString('latin1', 0, 200),
  )
const oldOffice = { kind: 'office', signature: any(compound, zip, page) } as const
// Served as plain text in every programming language: a submitted HTML page must not become a page of this site.
const source = { kind: 'text', mime: 'text/plain', signature: plainText } as const

// Programs other than office keep their documents in zip archives, too; they are downloaded and opened there.
const packed = { kind: 'other', mime: 'application/octet-stream', signature: zip } as const

const types: Readonly<Record<(typeof fileEndings)[number], FileType & { signature: Signature }>> = {
  jpg: { kind: 'image', mime: 'image/jpeg', signature: begins([0xff, 0xd8, 0xff]) },
  jpeg: { kind: 'image', mime: 'image/jpeg', signature: begins([0xff, 0xd8, 0xff]) },
  png: { kind: 'image', mime: 'image/png', signature: begins('\x89PNG\r\n\x1a\n') },
  gif: { kind: 'image', mime: 'image/gif', signature: begins('GIF87a', 'GIF89a') },
  webp: { kind: 'image', mime: 'image/webp', signature: all(riff, holds(8, 'WEBP')) },
  pdf: { kind: 'pdf', mime: 'application/pdf', signature: pdf },
  mp3: { kind: 'audio', mime: 'audio/mpeg', signature: mp3 },
  m4a: { kind: 'audio', mime: 'audio/mp4', signature: isoMedia },
  aac: { kind: 'audio', mime: 'audio/aac', signature: any(begins('ID3'), begins([0xff, 0xf1], [0xff, 0xf9])) },
  wav: { kind: 'audio', mime: 'audio/wav', signature: all(riff, holds(8, 'WAVE')) },
  ogg: { kind: 'audio', mime: 'audio/ogg', signature: begins('OggS') },
  flac: { kind: 'audio', mime: 'audio/flac', signature: any(begins('fLaC'), begins('ID3')) },
  mp4: { kind: 'video', mime: 'video/mp4', signature: isoMedia },
  mov: { kind: 'video', mime: 'video/quicktime', signature: holds(4, 'ftyp', 'moov', 'mdat', 'wide', 'free', 'skip') },
  webm: { kind: 'video', mime: 'video/webm', signature: begins([0x1a, 0x45, 0xdf, 0xa3]) },
  txt: source,
  md: source,
  csv: source,
  py: source,
  js: source,
  ts: source,
  c: source,
  cpp: source,
  h: source,
  java: source,
  html: source,
  css: source,
  json: source,
  xml: source,
  sql: source,
  ipynb: source,
  ino: source,
  go: source,
  rs: source,
  php: source,
  cs: source,
  kt: source,
  swift: source,
  tex: source,
  sb2: { ...packed, mime: 'application/x.scratch.sb2' },
  sb3: { ...packed, mime: 'application/x.scratch.sb3' },
  mblock: packed,
  ggb: { ...packed, mime: 'application/vnd.geogebra.file' },
  xmind: { ...packed, mime: 'application/vnd.xmind.workbook' },
  psd: { kind: 'other', mime: 'application/octet-stream', signature: begins('8BPS') },
  doc: { ...oldOffice, mime: 'application/msword' },
  docx: { ...office, mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  xls: { ...oldOffice, mime: 'application/vnd.ms-excel' },
  xlsx: { ...office, mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  ppt: { ...oldOffice, mime: 'application/vnd.ms-powerpoint' },
  pptx: { ...office, mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation' },
  wps: { ...oldOffice, mime: 'application/vnd.ms-works' },
  et: { ...oldOffice, mime: 'application/vnd.ms-excel' },
  dps: { ...oldOffice, mime: 'application/vnd.ms-powerpoint' },
  odt: { ...packed, mime: 'application/vnd.oasis.opendocument.text' },
  ods: { ...packed, mime: 'application/vnd.oasis.opendocument.spreadsheet' },
  odp: { ...packed, mime: 'application/vnd.oasis.opendocument.presentation' },
  pages: { ...packed, mime: 'application/vnd.apple.pages' },
  numbers: { ...packed, mime: 'application/vnd.apple.numbers' },
  key: { ...packed, mime: 'application/vnd.apple.keynote' },
  zip: { kind: 'archive', mime: 'application/zip', signature: zip },
  rar: { kind: 'archive', mime: 'application/vnd.rar', signature: begins('Rar!\x1a\x07') },
  '7z': {
    kind: 'archive',
    mime: 'application/x-7z-compressed',
    signature: begins([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]),
  },
}

/** The number of first bytes examined. */
export const headLength = 4096

const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
const typeByName = (name: string) => {
  const ending = endingOf(name)
  return isKeyOf(types, ending) ? types[ending] : null
}

const spoken = new Set<string>(voiceEndings)
const isSpoken = (type: FileType): boolean => type.kind === 'audio' || type.kind === 'video'

/** Whether a file of this name may be uploaded at all; avatars and banners must be pictures, feedback must be sound. */
export const mayUpload = (name: string, purpose: FileTable['purpose']): boolean => {
  const type = typeByName(name)
  if (purpose === 'feedback') return spoken.has(endingOf(name))
  return type !== null && (purpose === 'submission' || purpose === 'task' || type.kind === 'image')
}

/** A picture by what it holds: chat programs and pages save PNG and WebP as .jpg. */
const pictureIn = (head: Buffer): FileType | null =>
  Object.values(types).find(({ kind, signature }) => kind === 'image' && signature(head)) ?? null

/** The type of a file, or null when its first bytes do not match its ending. An empty file passes as text only. */
export const typeOf = (name: string, head: Buffer, purpose?: FileTable['purpose']): FileType | null => {
  const named = typeByName(name)
  const type = named?.kind === 'image' ? pictureIn(head) : named?.signature(head) ? named : null
  if (type === null) return null
  // Video containers hold sound as well: whether this one does is checked before anybody else hears it.
  if (purpose === 'feedback' && isSpoken(type))
    return { kind: 'audio', mime: type.mime === 'video/webm' ? 'audio/webm' : 'audio/mp4' }
  return { kind: type.kind, mime: type.mime }
}

const cleanable: ReadonlySet<string> = new Set(['audio/mpeg', 'audio/wav', 'video/mp4', 'audio/mp4', 'video/quicktime'])

/** Whether recordings of a type can be given to others: where their metadata cannot be removed, nobody gets them. */
export const isCleanable = (mime: string): boolean => cleanable.has(mime)

/** Kinds a browser may show in place; everything else is downloaded. */
export const isShownInPlace = (kind: FileKind): boolean =>
  kind === 'image' || kind === 'pdf' || kind === 'audio' || kind === 'video'

const hidden = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/**
 * A name as it may be shown and saved: without folders, control characters and marks that turn the reading direction
 * around.
 */
export const fileName = (given: string): string => {
  const base = given.toWellFormed().replaceAll(hidden, '').split(/[/\\]/).at(-1)!.trim()
  const letters = [...base]
  if (letters.length <= 120) return base
  const ending = endingOf(base)
  return `${letters.slice(0, 120 - [...ending].length - 1).join('')}.${ending}`
}

/** RFC 6266: a plain name for old readers, the real one in UTF-8. */
export const dispositionOf = (name: string, inPlace: boolean): string => {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*!]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${inPlace ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/**
 * The part of `size` bytes that a Range header asks for: null for the whole, `none` where it lies outside. A request
 * for several ranges gets the whole.
 */
export const rangeOf = (header: string | undefined, size: number): { start: number; end: number } | 'none' | null => {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null
  return start >= size || end < start ? 'none' : { start, end }
}

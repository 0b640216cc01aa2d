import { buffer } from 'node:stream/consumers'
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'
import { ZipFile as Archive } from 'yazl'
import { Refusal } from '@tongchuang/contract/errors.ts'
import { invalid } from '../../http/problem.ts'
import { maxColumns, maxRows, maxSheets } from '../sheet-limits.ts'
import { hiddenRows, LongText, OddXml, partsOfSheets, staysWithin, tagsOf } from './sheet-xml.ts'

/** In bytes: a list of 5,000 students decompresses to less than 2 MB. */
const maxUnfolded = 4 * 2 ** 20
const maxEntries = 1_000

const unreadable = (zh: string, en: string) => invalid('file', zh, en)

export const problems = {
  broken: () => unreadable('读不出这个表格文件', 'The spreadsheet cannot be read'),
  odd: () =>
    unreadable(
      '这个表格文件的写法少见，请用Excel或WPS另存一份再导入',
      'The spreadsheet is written in an unusual way: save it anew with Excel or WPS',
    ),
  locked: () => unreadable('这个表格加了密码，请去掉密码再导入', 'The spreadsheet has a password: remove it first'),
  large: () =>
    unreadable(
      '这个表格展开后超过4 MB，请只留下名单，另存一份再导入',
      'The spreadsheet unfolds to more than 4 MB: save the list alone in a file',
    ),
  far: () =>
    unreadable(
      `表格超出了${maxRows}行或${maxColumns}列，请只留下名单，另存一份再导入`,
      `The sheet goes beyond ${maxRows} rows or ${maxColumns} columns: save the list alone in a file`,
    ),
  cell: (longest: number) =>
    unreadable(
      `有一格超过${longest}个字，或有无法识别的字`,
      `A cell has more than ${longest} characters, or cannot be read`,
    ),
}

/** The entries of an archive by name; the library throws for a name that leads out of the archive. */
const entriesOf = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  if (zip.entryCount > maxEntries) throw problems.odd()
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw problems.locked()
    if (entries.has(entry.fileName) || entries.size === maxEntries) throw problems.odd()
    entries.set(entry.fileName, entry)
  }
  return entries
}

/** Decompresses entries one after another until together they exceed the limit, whatever sizes they declare. */
const unfolder = (zip: ZipFile, entries: ReadonlyMap<string, Entry>) => {
  let left = maxUnfolded
  return async (name: string): Promise<string | null> => {
    const entry = entries.get(name)
    if (!entry) return null
    if (entry.uncompressedSize > left) throw problems.large()
    const parts: Buffer[] = []
    for await (const part of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      if ((left -= part.length) < 0) throw problems.large()
      parts.push(part)
    }
    return new TextDecoder().decode(Buffer.concat(parts))
  }
}

/** A workbook of only these parts, all of which were checked. */
const packed = async (parts: ReadonlyMap<string, string>): Promise<Buffer> => {
  const archive = new Archive()
  for (const [name, text] of parts) archive.addBuffer(Buffer.from(text), name, { compress: false })
  archive.end()
  return buffer(archive.outputStream)
}

/** A sheet of a workbook: its name and its place, from 1; sheets that exceed the limits are listed as not readable. */
export type NamedSheet = { name: string; at: number; isReadable: boolean; hidden: number }

type Checked = { bytes: Buffer; sheets: NamedSheet[] }

const checked = async (bytes: Buffer): Promise<Checked> => {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const unfold = unfolder(zip, await entriesOf(zip))
  const parts = new Map<string, string>()
  const take = async (name: string): Promise<string> => {
    const text = parts.get(name) ?? (await unfold(name))
    if (text === null) return ''
    parts.set(name, text)
    return text
  }
  const { sheets, others } = partsOfSheets(await take('xl/workbook.xml'), await take('xl/_rels/workbook.xml.rels'))
  const shown = sheets.map((sheet, index) => ({ ...sheet, at: index + 1 })).filter(({ isHidden }) => !isHidden)
  const [first] = shown
  if (first === undefined || first.path === null) throw problems.broken()
  for (const name of others) for (const _ of tagsOf(await take(name)));
  const most = { rows: maxRows + 2, columns: maxColumns }
  if (!staysWithin(await take(first.path), most)) throw problems.far()
  const found: NamedSheet[] = []
  for (const { name, path, at } of shown.slice(0, maxSheets)) {
    const isReadable = path !== null && (at === first.at || (await fits(path, take, parts, most)))
    found.push({ name, at, isReadable, hidden: path !== null && isReadable ? hiddenRows(await take(path)) : 0 })
  }
  return { bytes: await packed(parts), sheets: found }
}

/** Whether a further sheet can be read too; one that cannot does not affect the others. */
const fits = async (
  path: string,
  take: (name: string) => Promise<string>,
  parts: Map<string, string>,
  most: { rows: number; columns: number },
): Promise<boolean> => {
  try {
    if (staysWithin(await take(path), most)) return true
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof OddXml || error instanceof LongText)) throw error
  }
  parts.delete(path)
  return false
}

/**
 * The parts of a workbook that hold its sheets, repacked: within the rows and columns of a list, no more than 4 MB
 * decompressed, without passwords, entities and anything else a list does not need. Refuses everything else before a
 * row is built.
 * `longest`: characters of a cell, for the sentence of a refusal.
 */
export const checkedWorkbook = async (bytes: Buffer, longest: number): Promise<Checked> => {
  try {
    return await checked(bytes)
  } catch (error) {
    if (error instanceof OddXml) throw problems.odd()
    if (error instanceof LongText) throw problems.cell(longest)
    throw error
  }
}

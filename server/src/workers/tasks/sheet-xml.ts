/** A start or end of an element as it stands in the XML of a workbook, without the prefix of its namespace. */
export type Tag = {
  name: string
  isStart: boolean
  isEmpty: boolean
  /** What stands between the tag before and this one, as it is written. */
  before: string
  attributes: () => [name: string, value: string][]
}

/** XML written in a way that no office program writes. */
export class OddXml extends Error {}
/** A text longer than a spreadsheet program keeps in one cell. */
export class LongText extends Error {}

const maxDepth = 64
// The most characters Excel accepts in one cell.
const maxText = 32_767

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Where a tag that begins at `from` ends; what stands in quotes may hold `>`, and `<` stands nowhere within a tag. */
const endOfTag = (xml: string, from: number): number => {
  let quote = 0
  for (let at = from + 1; at < xml.length; at += 1) {
    const letter = xml.charCodeAt(at)
    if (letter === 0x3c) break
    if (quote !== 0) {
      if (letter === quote) quote = 0
    } else if (letter === 0x3e) return at
    else if (letter === 0x22 || letter === 0x27) quote = letter
  }
  throw new OddXml('a tag is never closed')
}

const attribute = /\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y

const attributesOf = (tag: string): [string, string][] => {
  const found: [string, string][] = []
  attribute.lastIndex = 0
  for (let at = 0; tag.slice(at).trim() !== ''; at = attribute.lastIndex) {
    const [, name, double, single] = attribute.exec(tag) ?? []
    if (name === undefined) throw new OddXml('an attribute without a value')
    found.push([localName(name), double ?? single ?? ''])
  }
  return found
}

/** Where a comment, CDATA or processing instruction that begins at `from` ends, or -1 where an element begins. */
const endOfAside = (xml: string, from: number): number => {
  const [, end] =
    [['<!--', '-->'] as const, ['<![CDATA[', ']]>'] as const, ['<?', '?>'] as const].find(([begin]) =>
      xml.startsWith(begin, from),
    ) ?? []
  if (end === undefined) return -1
  const at = xml.indexOf(end, from)
  if (at < 0) throw new OddXml('something is never closed')
  if (at - from > maxText) throw new LongText()
  return at + end.length
}

/**
 * Goes through the elements of a part of a workbook, in time linear in its length, and keeps none of them. Throws where
 * it declares entities, nests deeper or holds a longer text than any spreadsheet program writes.
 */
export function* tagsOf(xml: string): Generator<Tag> {
  let depth = 0
  let at = 0
  for (;;) {
    const begin = xml.indexOf('<', at)
    if ((begin < 0 ? xml.length : begin) - at > maxText) throw new LongText()
    if (begin < 0) return
    const past = endOfAside(xml, begin)
    if (past >= 0) {
      at = past
      continue
    }
    if (xml[begin + 1] === '!') throw new OddXml('a document type')
    const end = endOfTag(xml, begin)
    const isEnd = xml[begin + 1] === '/'
    const isEmpty = xml[end - 1] === '/'
    const tag = xml.slice(begin + (isEnd ? 2 : 1), isEmpty ? end - 1 : end)
    const nameEnd = tag.search(/\s/)
    if (isEnd) depth -= 1
    else if (!isEmpty) depth += 1
    if (depth > maxDepth) throw new OddXml('too deep')
    yield {
      name: localName(nameEnd < 0 ? tag : tag.slice(0, nameEnd)),
      isStart: !isEnd,
      isEmpty,
      before: xml.slice(at, begin),
      attributes: () => (nameEnd < 0 ? [] : attributesOf(tag.slice(nameEnd))),
    }
    at = end + 1
  }
}

/** The column and row of an address like `AB12`, both from 1; null where it is none. */
const cellAddress = (address: string): { column: number; row: number } | null => {
  const [, letters, row] = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(address) ?? []
  if (letters === undefined || row === undefined) return null
  return { column: [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0), row: Number(row) }
}

const addressesOf = (tag: Tag): string[] => tag.attributes().flatMap(([name, value]) => (name === 'r' ? [value] : []))

/**
 * Whether every row and cell of a sheet lies within so many rows and columns; a cell without content may lie in any
 * column.
 */
export const staysWithin = (xml: string, most: { rows: number; columns: number }): boolean => {
  let rows = 0
  for (const tag of tagsOf(xml)) {
    if (!tag.isStart) continue
    if (tag.name === 'row') {
      if ((rows += 1) > most.rows) return false
      for (const row of addressesOf(tag)) if (!/^[1-9]\d{0,6}$/.test(row) || Number(row) > most.rows) return false
    } else if (tag.name === 'c') {
      for (const address of addressesOf(tag)) {
        const cell = cellAddress(address)
        if (!cell || cell.row > most.rows || (!tag.isEmpty && cell.column > most.columns)) return false
      }
    }
  }
  return true
}

/** How many rows with content a filter, or a hand, has hidden; they are read like the others. */
export const hiddenRows = (xml: string): number => {
  let [count, isHidden] = [0, false]
  for (const { name, isStart, isEmpty, attributes } of tagsOf(xml)) {
    if (!isStart || isEmpty) continue
    if (name === 'row') isHidden = attributes().some(([key, value]) => key === 'hidden' && /^(?:1|true)$/.test(value))
    else if (name === 'c' && isHidden) [count, isHidden] = [count + 1, false]
  }
  return count
}

/**
 * The parts of a workbook that its sheets are read from, as the workbook itself names them, in its order; a hidden
 * sheet is no list.
 */
export const partsOfSheets = (
  workbook: string,
  relations: string,
): { sheets: { name: string; path: string | null; isHidden: boolean }[]; others: string[] } => {
  const targets = new Map<string, { kind: string; path: string }>()
  for (const tag of tagsOf(relations)) {
    if (!tag.isStart || tag.name !== 'Relationship') continue
    const { Id = '', Type = '', Target = '' } = Object.fromEntries(tag.attributes())
    targets.set(Id, {
      kind: Type.slice(Type.lastIndexOf('/') + 1),
      path: Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`,
    })
  }
  const sheets: { name: string; path: string | null; isHidden: boolean }[] = []
  for (const tag of tagsOf(workbook)) {
    if (!tag.isStart || tag.name !== 'sheet') continue
    const { id = '', name = '', state = 'visible' } = Object.fromEntries(tag.attributes())
    sheets.push({ name: unescaped(name), path: targets.get(id)?.path ?? null, isHidden: state !== 'visible' })
  }
  const others = [...targets.values()]
    .filter(({ kind }) => kind === 'sharedStrings' || kind === 'styles')
    .map(({ path }) => path)
  return { sheets, others: [...others, 'xl/sharedStrings.xml', 'xl/styles.xml'] }
}

const letters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A name as it is read: of the entities only the five every writer of XML uses. */
const unescaped = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => letters[name] ?? '')

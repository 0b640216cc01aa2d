/** What stands in a cell of a table that is exported. */
export type TableValue = string | number | null

const startsLikeFormula = /^[=+\-@\t\r]/

const quoted = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * A line of a CSV file. A text that a spreadsheet would take for a formula gets an apostrophe before it; numbers stay
 * numbers, negative ones too.
 */
export const csvLine = (values: readonly TableValue[]): string =>
  `${values
    .map((value) => {
      if (value === null) return ''
      if (typeof value === 'number') return String(value)
      return quoted(startsLikeFormula.test(value) ? `'${value}` : value)
    })
    .join(',')}\r\n`

// What XML 1.0 cannot hold, escaped or not; half a character neither.
const unwritable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(unwritable, '')
    .replace(/[&<>"]/g, (char) => entities[char] ?? '')

/** A row of a worksheet: texts in place, numbers as numbers. `style` is the place of a cell format. */
export const sheetRow = (values: readonly TableValue[], style = 0): string => {
  const cells = values.map((value) => {
    if (value === null) return `<c s="${style}"/>`
    if (typeof value === 'number') return `<c s="${style}"><v>${value}</v></c>`
    return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${xmlText(value)}</t></is></c>`
  })
  return `<row>${cells.join('')}</row>`
}

const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i

/** A part of a file name that every system takes. */
export const safeName = (text: string, most = 60): string => {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, '_')
    .trim()
    .replaceAll(/^\.+|[. ]+$/g, '')
  const short = [...clean].slice(0, most).join('')
  return short === '' || reserved.test(short) ? `_${short}` : short
}

/** A file name cut before its ending. */
export const safeFileName = (name: string): string => {
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]{1,10})?$/su.exec(name) ?? []
  return `${safeName(stem)}${ending === '' ? '' : `.${safeName(ending.slice(1))}`}`
}

/** Gives each name once: the second `a.txt` is `a (2).txt`, also where only case differs. */
export const uniqueNames = (): ((name: string) => string) => {
  const taken = new Set<string>()
  return (name) => {
    const [, stem = name, ending = ''] = /^(.*?)(\.[^./]{1,10})?$/su.exec(name) ?? []
    let free = name
    for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${stem} (${count})${ending}`
    taken.add(free.toLowerCase())
    return free
  }
}

/** What the server takes of one file. */
export const maxFileBytes = 5_000_000

/** The bytes of a file as the call takes them. */
export const inBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'))
    reader.readAsDataURL(file)
  })

// A byte order mark: without it spreadsheets take UTF-8 for GBK.
const asCsv = (lines: readonly (readonly string[])[]): string =>
  `\ufeff${lines.map((cells) => cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')).join('\r\n')}\r\n`

// What begins like a formula is none: a spreadsheet would run it.
const harmless = (cell: string): string => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)

/** A list with nothing but the heads of its columns. */
export const templateUrl = (head: readonly string[]): string =>
  `data:text/csv;charset=utf-8,${encodeURIComponent(asCsv([head]))}`

/** Lines as a file to keep. */
export const saveCsv = (name: string, lines: readonly (readonly string[])[]): void => {
  const url = URL.createObjectURL(
    new Blob([asCsv(lines.map((cells) => cells.map(harmless)))], { type: 'text/csv;charset=utf-8' }),
  )
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}

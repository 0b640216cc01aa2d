const cellsOf = (line: string): string[] => line.split('\t').map((cell) => cell.trim().replaceAll('|', String.raw`\|`))
const rowOf = (cells: readonly string[], width: number): string =>
  `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`

/**
 * A table that was copied from Word or Excel, in Markdown, its first row as the heads; null for any other text. Without
 * this its columns would be words behind each other.
 */
export const tableIn = (text: string): string | null => {
  const lines = text.replaceAll('\r\n', '\n').replace(/\n+$/, '').split('\n')
  if (lines.length < 2 || !lines.every((line) => line.includes('\t'))) return null
  const rows = lines.map(cellsOf)
  const width = Math.max(...rows.map(({ length }) => length))
  const [heads = [], ...others] = rows.map((cells) => rowOf(cells, width))
  return [
    heads,
    rowOf(
      Array.from({ length: width }, () => '---'),
      width,
    ),
    ...others,
  ].join('\n')
}

/** A text with a table in place of what is selected, apart from the words around it by an empty line. */
export const withTable = (text: string, from: number, to: number, table: string): string => {
  const [before, after] = [text.slice(0, from).trimEnd(), text.slice(to).trimStart()]
  return [before, table, after].filter((part) => part !== '').join('\n\n')
}

const line = /^(?:P|DIV|SECTION|ARTICLE|LI|UL|OL|DL|DT|DD|H[1-6]|BLOCKQUOTE|TABLE|TBODY|TR|FIGURE|FIGCAPTION|HR)$/
const lines = 'p, div, section, article, ul, ol, dl, h1, h2, h3, h4, h5, h6, blockquote, pre, table, figure, br'
const mostColumns = 50

const rowsOf = (table: Element): Element[] =>
  [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table)
const cellsOf = (row: Element): Element[] => [...row.children].filter((cell) => cell.matches('td, th'))

const pictures = 'img, [data-picture]'
const isPicture = (node: Node): boolean =>
  node.nodeType === node.ELEMENT_NODE &&
  ((node as Element).matches(pictures) || (node as Element).querySelector(pictures) !== null)
const isShown = (node: Node): boolean => Boolean(node.textContent?.trim()) || isPicture(node)

/** The mark that an item of a list begins with, as words. */
const markOf = (item: Element): string => {
  const list = item.parentElement
  return list?.nodeName === 'OL' ? `${[...list.children].indexOf(item) + 1}. ` : '• '
}

/** What stands in a cell, line by line. */
const linesIn = (cell: Element): Node[][] => {
  const { ownerDocument: document } = cell
  const found: Node[][] = [[]]
  let mark: Node | null = null
  const put = (node: Node) => void found.at(-1)?.push(node)
  const begin = () => {
    // The mark of an item waits for its words, which may be a paragraph of their own.
    if (found.at(-1)?.at(-1) !== mark || mark === null) found.push([])
  }
  const walk = (node: Node): void => {
    const element = node as Element
    if (node.nodeType === node.TEXT_NODE) put(node.cloneNode())
    else if (node.nodeType !== node.ELEMENT_NODE) return
    else if (node.nodeName === 'BR') begin()
    else if (node.nodeName === 'PRE')
      for (const words of node.textContent?.split('\n') ?? []) {
        begin()
        const code = document.createElement('code')
        code.textContent = words
        put(code)
      }
    else if (line.test(node.nodeName)) {
      begin()
      if (node.nodeName === 'LI') put((mark = document.createTextNode(markOf(element))))
      node.childNodes.forEach(walk)
      begin()
    } else if (element.matches('td, th') || element.querySelector(lines)) {
      if (element.matches('td, th')) put(document.createTextNode(' '))
      node.childNodes.forEach(walk)
    } else put(node.cloneNode(true))
  }
  cell.childNodes.forEach(walk)
  return found.filter((nodes) => nodes.some(isShown))
}

/** A cell holds one paragraph: all that a document has put into it, on lines of its own. */
const asParagraph = (cell: Element): void => {
  const paragraph = cell.ownerDocument.createElement('p')
  for (const [at, nodes] of linesIn(cell).entries()) {
    if (at > 0) paragraph.append(cell.ownerDocument.createElement('br'))
    paragraph.append(...nodes)
  }
  cell.replaceChildren(paragraph)
}

const takeSpan = (cell: Element, name: 'colspan' | 'rowspan', most: number): number => {
  const span = Number.parseInt(cell.getAttribute(name) ?? '', 10)
  cell.removeAttribute(name)
  return Number.isNaN(span) ? 1 : Math.min(Math.max(span, 1), most)
}

/** Gives each row a cell in each column: beside and below a merged one stand empty ones. */
const withAllCells = (rows: readonly Element[]): void => {
  const put = (row: Element, before: Node | null) => row.insertBefore(row.ownerDocument.createElement('td'), before)
  /** How many further rows the merged cell of a column covers. */
  const covered: number[] = []
  const pass = (column: number): boolean => {
    const isCovered = (covered[column] ?? 0) > 0
    if (isCovered) covered[column] = (covered[column] ?? 0) - 1
    return isCovered
  }
  for (const row of rows) {
    let column = 0
    for (const cell of cellsOf(row)) {
      for (; pass(column); column += 1) put(row, cell)
      const across = takeSpan(cell, 'colspan', mostColumns)
      const down = takeSpan(cell, 'rowspan', rows.length)
      for (let at = 0; at < across; at += 1, column += 1) {
        covered[column] = down - 1
        if (at > 0) put(row, cell.nextSibling)
      }
    }
    for (; column < covered.length; column += 1) {
      pass(column)
      put(row, null)
    }
  }
  for (const row of rows) while (cellsOf(row).length < covered.length) put(row, null)
}

/**
 * Makes tables what the text can hold: one paragraph in a cell, and a cell in each column. Anything else would end the
 * table in its middle. A table of one cell is a frame around words.
 */
export const tidyTables = (root: Element): void => {
  const isOwn = root.querySelector('[data-pm-slice]') !== null
  for (const table of root.querySelectorAll('table')) {
    if (!root.contains(table) || table.parentElement?.closest('table')) continue
    const rows = rowsOf(table)
    const [only, ...others] = rows.flatMap(cellsOf)
    if (only && others.length === 0 && !isOwn) {
      table.replaceWith(...only.childNodes)
      continue
    }
    withAllCells(rows)
    for (const cell of rows.flatMap(cellsOf)) asParagraph(cell)
  }
}

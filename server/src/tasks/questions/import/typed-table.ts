import { fail } from '@tongchuang/contract/errors.ts'
import { nameText } from '../../../workers/cell-rules.ts'
import type { Typed } from './import-rules.ts'
import { fieldNamed, numberedIn } from './paper-lines.ts'

const labelHeads = ['题目', '题干', '问题', 'question']
const optionHead = /^(?:选项|option)? ?([a-l])$/

const plain = (head: string): string => nameText(head).normalize('NFKC').trim().toLowerCase()

const isLabelHead = (cell: string): boolean => cell.length <= 20 && labelHeads.includes(plain(cell))

/** Whether pasted text was copied from a table: a paper from a word processor has tabs before its options, too. */
export const isTypedTable = (text: string): boolean => {
  const rows = text.split('\n').flatMap((row) => (row.trim() === '' ? [] : [row.split('\t')]))
  if (rows.some((cells) => cells.length > 1 && cells.some(isLabelHead))) return true
  return rows.length > 0 && rows.every((cells) => cells.length > 1 && !numberedIn(cells[0] ?? ''))
}

/**
 * Reads questions from a table: the first row names the columns, each row below is a question. `rows` carry their line
 * numbers.
 */
export const readTypedTable = (rows: readonly { line: number; cells: readonly string[] }[]): Typed[] => {
  const at = rows.findIndex(({ cells }) => cells.some(isLabelHead))
  const heads = rows[at]?.cells.map(plain)
  if (!heads)
    throw fail('INVALID', {
      field: 'file',
      problem: { zh: '没有找到「题目」这一列', en: 'There is no column “Question”' },
    })
  const labelAt = heads.findIndex((head) => labelHeads.includes(head))
  return rows.slice(at + 1).map(({ line, cells }) => {
    const typed: Typed = { line, label: nameText(cells[labelAt] ?? ''), options: [] }
    for (const [column, head] of heads.entries()) {
      const field = fieldNamed(head)
      // Explanations keep their line breaks; all other cells are reduced to one line.
      const cell = cells[column] ?? ''
      const text = field === 'explanation' ? cell : nameText(cell)
      const letter = optionHead.exec(head)?.[1]?.toUpperCase()
      if (text === '' || column === labelAt) continue
      if (field) typed[field] = { text, line }
      else if (letter) typed.options.push({ letter, text, line })
    }
    return typed
  })
}

import {
  ColumnNode,
  PrimitiveValueListNode,
  ReferenceNode,
  ValueListNode,
  ValueNode,
  type BinaryOperationNode,
  type OperationNode,
} from 'kysely'

/** The columns that the condition of a partial index compares with a word, as `status` in `where status = 'open'`. */
export const columnsOfConditions: ReadonlySet<string> = new Set([
  ...['audience', 'kind', 'pictures', 'ranking_visibility', 'role', 'share', 'share_state'],
  ...['state', 'status', 'target', 'type', 'visibility'],
])

/** A word as such columns hold it; anything else stays a parameter, whoever it comes from. */
const isWord = (value: unknown): boolean => typeof value === 'string' && /^[a-z_]{1,24}$/.test(value)

const inText = (value: unknown): ValueNode => ({ kind: 'ValueNode', value, immediate: true })

const wordsIn = (operand: OperationNode): OperationNode | null => {
  if (ValueNode.is(operand)) return isWord(operand.value) ? inText(operand.value) : null
  if (!PrimitiveValueListNode.is(operand) || !operand.values.every(isWord)) return null
  return ValueListNode.create(operand.values.map(inText))
}

/**
 * The comparison of such a column with words, with the words in the text of the query instead of in parameters; null
 * where it is no such comparison. With parameters SQLite plans the query anew at each call, for their values, which
 * takes longer than a point read and longest where a query is long.
 */
export const withWords = ({ leftOperand, rightOperand, ...node }: BinaryOperationNode): BinaryOperationNode | null => {
  if (!ReferenceNode.is(leftOperand) || !ColumnNode.is(leftOperand.column)) return null
  if (!columnsOfConditions.has(leftOperand.column.column.name)) return null
  const words = wordsIn(rightOperand)
  return words && { ...node, leftOperand, rightOperand: words }
}

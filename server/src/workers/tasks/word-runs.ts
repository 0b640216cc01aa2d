import { shifted, signIn } from '@tongchuang/contract/rules/signs.ts'
import type { Tag } from './sheet-xml.ts'

/** A part of a formula of Word that is being read: its kind, its sign, and the words of its arguments. */
type Part = { name: string; sign: string; ends: [string, string]; given: Record<string, string> }

const parts = new Set([
  ...['f', 'sSup', 'sSub', 'sSubSup', 'sPre', 'rad', 'nary', 'd', 'func', 'limLow', 'limUpp', 'eqArr', 'm'],
  ...['acc', 'bar', 'groupChr', 'box', 'borderBox', 'phant'],
])
const places = new Set(['num', 'den', 'e', 'sup', 'sub', 'deg', 'fName', 'lim'])

/** Words that belong together stand in brackets. */
const together = (words: string): string => (/^[\p{L}\d.]*$/u.test(words) ? words : `(${words})`)

const wordsOf = ({ name, sign, ends, given }: Part): string => {
  const { num = '', den = '', e = '', sup = '', sub = '', deg = '', fName = '', lim = '' } = given
  const [low, high] = [shifted(sub, 'sub'), shifted(sup, 'sup')]
  if (name === 'f') return `${together(num)}/${together(den)}`
  if (name === 'rad') return `${shifted(deg, 'sup')}√${together(e)}`
  if (name === 'nary') return `${sign || '∫'}${low}${high}${e}`
  if (name === 'd') return ends[0] + e + ends[1]
  if (name === 'sPre') return low + high + e
  if (name === 'func') return `${fName} ${e}`
  return e + low + high + shifted(lim, name === 'limUpp' ? 'sup' : 'sub')
}

const valueOf = ({ attributes }: Tag, name: string): string => attributes().find(([key]) => key === name)?.[1] ?? ''

const sides: Readonly<Record<string, 'sup' | 'sub'>> = { superscript: 'sup', subscript: 'sub' }

/**
 * Reads formulas of Word in one line of plain signs: ½ as 1/2 and not as 12. Of each tag of a document it answers the
 * words that are complete with it; null for a tag outside of a formula.
 */
const formulas = (meant: (written: string) => string) => {
  const open: Part[] = []
  const words: string[] = []
  const put = (text: string) => void words.push((words.pop() ?? '') + text)
  return (tag: Tag): string | null => {
    const { name, isStart, isEmpty, before } = tag
    if (name === 'oMath' && isStart && !isEmpty && words.length === 0) words.push('')
    else if (words.length === 0) return null
    else if (name === 'oMath' && !isStart) {
      open.length = 0
      return words.splice(0).join('')
    } else if (name === 't' && !isStart) put(meant(before))
    else if (isStart && /^(?:chr|begChr|endChr)$/.test(name)) {
      const part = open.at(-1)
      const sign = meant(valueOf(tag, 'val'))
      if (part && name === 'chr') part.sign = sign
      else if (part) part.ends[name === 'begChr' ? 0 : 1] = sign
    } else if (isEmpty) return ''
    else if (parts.has(name) && isStart) open.push({ name, sign: '', ends: ['(', ')'], given: {} })
    else if (parts.has(name)) {
      const part = open.pop()
      if (part) put(wordsOf(part))
    } else if (places.has(name) && isStart) words.push('')
    else if (places.has(name) && words.length > 1) {
      const [given, text] = [open.at(-1)?.given, words.pop() ?? '']
      if (!given) put(text)
      else given[name] = given[name] === undefined ? text : `${given[name]}, ${text}`
    }
    return ''
  }
}

/**
 * Reads the words of a document of Word or a workbook, tag by tag: raised and lowered ones in signs that stand so, the
 * signs that a typeface draws, and formulas.
 */
export const runsOf = (meant: (written: string) => string): ((tag: Tag) => string) => {
  const inFormula = formulas(meant)
  let side: 'sup' | 'sub' | undefined
  return (tag) => {
    const formula = inFormula(tag)
    if (formula !== null) return formula
    const { name, isStart, before } = tag
    if (name === 'r' || name === 'si') side = undefined
    else if (isStart && name === 'vertAlign') side = sides[valueOf(tag, 'val')]
    else if (isStart && name === 'sym') {
      const letter = String.fromCharCode(Number.parseInt(valueOf(tag, 'char'), 16) & 0xff)
      const sign = signIn(valueOf(tag, 'font'), letter) ?? letter
      return sign === letter ? '' : sign
    } else if (name === 't' && !isStart) return side ? shifted(meant(before), side) : meant(before)
    return ''
  }
}

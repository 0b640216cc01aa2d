import { Mark, markInputRule, markPasteRule } from '@tiptap/core'
import type { AnyExtension } from '@tiptap/core'
import { emphasisAt, isProduct } from '@tongchuang/contract/rules/emphasis.ts'

const signAt = (text: string, at: number): string =>
  at >= text.length ? '' : String.fromCodePoint(text.codePointAt(at) ?? 32)
const signBefore = (text: string, at: number): string => [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? ''

/**
 * Where emphasis ends that a run of a sign begins, behind its closing run; null if it begins none here. Emphasis of the
 * other strength may stand in it and end in the same run. `masked` has no such signs in code, links and escapes.
 */
const endOf = (source: string, masked: string, length: number, before: string): number | null => {
  const sign = source[0] === '*' ? /\*+/g : /~+/g
  if (!emphasisAt(before, signAt(source, length)).opens) return null
  let isInner = false
  for (const { 0: run, index } of masked.slice(-source.length).matchAll(sign)) {
    if (index < length) continue
    const end = index + run.length
    if (isProduct(run, signBefore(source, index), signAt(source, end))) continue
    const { closes } = emphasisAt(signBefore(source, index), signAt(source, end))
    if (closes && (run.length === length || (isInner && run.length === 3))) return end
    if (run.length === 3 || length === 3) return null
    if (run.length !== length) isInner = !isInner
  }
  return null
}

type Reader<Token> = { lexer: { inlineTokens: (source: string) => Token[] } }

const found = <Type extends string, Token>({ lexer }: Reader<Token>, type: Type, raw: string, length: number) => {
  const text = raw.slice(length, -length)
  return { type, raw, text, tokens: lexer.inlineTokens(text) }
}

/**
 * Reads `**注意：**请看` as bold, as the server does; without this, a text that was bold when it was written would come
 * back with its stars. Everything else is left to the library.
 */
export const emphasisTokenizer = {
  emStrong<Token>(this: Reader<Token>, source: string, masked: string, before = '') {
    const length = /^\*{1,3}(?!\*)/.exec(source)?.[0].length
    const isSign = length === 1 && isProduct('*', before, signAt(source, 1))
    const end = length === undefined || isSign ? null : endOf(source, masked, length, before)
    // Otherwise the library reads the signs of a product by its own rules; it takes a token of words as well.
    if (end === null && length === 1 && /\d\*\d/.test(before + source))
      return { type: 'text', raw: '*', text: '*' } as never
    if (end === null) return false
    const raw = source.slice(0, end)
    return length === 2 ? found(this, 'strong', raw, 2) : found(this, 'em', raw, 1)
  },
  del<Token>(this: Reader<Token>, source: string, masked: string, before = '') {
    const end = /^~~(?!~)/.test(source) ? endOf(source, masked, 2, before) : null
    return end === null ? false : found(this, 'del', source.slice(0, end), 2)
  },
}

const emphasized: Readonly<Record<string, string>> = {
  bold: String.raw`\*\*(?=[^\s*])([^*]*[^\s*,(=])\*\*`,
  italic: String.raw`\*(?=[^\s*])([^*]*[^\s*,(=])\*`,
}

/**
 * Makes words bold or italic while they are typed or pasted only where the signs stand close to them, as for a reader
 * of Markdown: `2 * 3 * 4` and `2 ** 3 ** 4` are sums, and `__init__` is a name.
 */
export const withSums = (part: AnyExtension): AnyExtension => {
  if (!(part instanceof Mark) || emphasized[part.name] === undefined) return part
  const pattern = `(?:^|\\s)(${emphasized[part.name]})`
  return part.extend({
    addInputRules() {
      return [markInputRule({ find: new RegExp(`${pattern}$`), type: this.type })]
    },
    addPasteRules() {
      return [markPasteRule({ find: new RegExp(`${pattern}(?![*\\w])`, 'g'), type: this.type })]
    },
  })
}

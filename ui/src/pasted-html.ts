import { Extension } from '@tiptap/core'
import { DOMParser } from '@tiptap/pm/model'
import type { ParseOptions, Slice } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { tidyCode } from './pasted-code.ts'
import { tidyFormulas } from './pasted-math.ts'
import { shifted, signIn } from '@tongchuang/contract/rules/signs.ts'
import { tidyTables } from './pasted-tables.ts'

// The content security policy lets no style of a pasted text take effect, so that it is read here as it is written.
const styleOf = (element: Element): string => element.getAttribute('style') ?? ''

const looks: readonly (readonly [RegExp, string, string])[] = [
  [/(?:^|[;\s])font-weight:\s*(?:bold|[6-9]00)/i, 'strong', 'strong, b, th, h1, h2, h3, h4, h5, h6'],
  [/(?:^|[;\s])font-style:\s*italic/i, 'em', 'em, i'],
  [/(?:^|[;\s])text-decoration[\w-]*:[^;]*line-through/i, 's', 's, del, strike'],
  [/(?:^|[;\s])vertical-align:\s*super/i, 'sup', 'sup'],
  [/(?:^|[;\s])vertical-align:\s*sub/i, 'sub', 'sub'],
]

/** Gives words the tags that say what their style says. */
const tagLooks = (root: Element): void => {
  for (const element of root.querySelectorAll('[style]')) {
    if (element.closest('pre, code')) continue
    if (element.matches('b, strong') && /font-weight:\s*(?:normal|[1-5]00)/i.test(styleOf(element))) {
      element.replaceWith(...element.childNodes)
      continue
    }
    if (!element.matches('span, font, p, a, li, td')) continue
    for (const [look, tag, already] of looks) {
      if (!look.test(styleOf(element)) || element.closest(already)) continue
      const inner = root.ownerDocument.createElement(tag)
      inner.append(...element.childNodes)
      element.append(inner)
    }
  }
}

const typefaceOf = (element: Element): string =>
  /(?:^|[;\s])font-family:\s*["']?(Wingdings(?: 2)?|Symbol)\b/i.exec(styleOf(element))?.[1] ?? ''

/** Words drawn by a typeface of signs, and the marks of the lists of Word, which are such words at times. */
const writeSigns = (root: Element): void => {
  for (const mark of root.querySelectorAll('[style*="mso-list:"]')) {
    if (!/mso-list:\s*ignore/i.test(styleOf(mark))) continue
    const drawn = [mark, mark.parentElement].some((one) => one && typefaceOf(one) !== '')
    const words = mark.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''
    mark.textContent = `${drawn ? '•' : words} `
    // The typeface is that of the mark alone.
    if (drawn) mark.parentElement?.removeAttribute('style')
    mark.removeAttribute('style')
  }
  for (const element of root.querySelectorAll('[style*="font-family"]')) {
    const signs = signIn(typefaceOf(element), element.textContent ?? '')
    if (signs !== null && element.querySelector('img') === null) element.textContent = signs
  }
}

/** What the text has no tag for, in words that say the same. */
const writeOut = (root: Element): void => {
  for (const element of root.querySelectorAll('sup, sub')) {
    if (element.querySelector('img, a, .katex, [data-formula]') || element.closest('a, code, pre')) continue
    element.replaceWith(shifted(element.textContent ?? '', element.localName === 'sup' ? 'sup' : 'sub'))
  }
  for (const box of root.querySelectorAll('input[type=checkbox]'))
    box.replaceWith(box.hasAttribute('checked') ? '☑ ' : '☐ ')
  // A blank to be filled in.
  for (const line of root.querySelectorAll('u')) {
    const words = line.textContent ?? ''
    if (words !== '' && words.trim() === '') line.textContent = '_'.repeat(Math.min(40, Math.max(2, words.length)))
  }
  // A place in the document it was copied from.
  for (const link of root.querySelectorAll('a[href^="#"]')) link.replaceWith(...link.childNodes)
}

/** Reads what was copied elsewhere as what it shows there, as far as a text can hold it. */
class PastedParser extends DOMParser {
  override parseSlice(dom: HTMLElement, options?: ParseOptions): Slice {
    tidyCode(dom)
    tidyFormulas(dom)
    tagLooks(dom)
    writeSigns(dom)
    writeOut(dom)
    tidyTables(dom)
    return super.parseSlice(dom, options)
  }
}

export const Pasted = Extension.create({
  name: 'pasted',
  addProseMirrorPlugins() {
    const { schema } = this.editor
    const clipboardParser = new PastedParser(schema, DOMParser.fromSchema(schema).rules)
    return [new Plugin({ props: { clipboardParser } })]
  },
})

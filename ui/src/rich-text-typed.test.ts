// @vitest-environment happy-dom
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EditorHandle } from './editor-handle.ts'
import { openRichText } from './rich-text.ts'
import { pasteHtml, pasteText } from './testing/paste.ts'

let editor: EditorHandle
let element: HTMLElement
let written: string

beforeEach(() => {
  written = ''
  element = document.body.appendChild(document.createElement('div'))
  editor = openRichText(element, {
    ...{ value: '', label: '正文', describedBy: '', placeholder: '', className: '' },
    urlOf: () => null,
    onChange: (markdown) => (written = markdown),
    onBlur: () => {},
    onFiles: () => {},
    onFormula: () => {},
  })
})
afterEach(() => {
  editor.close()
  element.remove()
})

const text = () => element.querySelector('[contenteditable]')!
/** The blocks and their words; a space that Markdown keeps is one all the same. */
const shape = (): string =>
  text()
    .innerHTML.replaceAll(
      /<colgroup>.*?<\/colgroup>| (target|rel|class|style|data-[a-z]+|contenteditable|draggable|colspan|rowspan)="[^"]*"/g,
      '',
    )
    .replaceAll('&nbsp;', ' ')
    .replaceAll('\t', '    ')

const press = (key: string, keyCode: number): void =>
  void text().dispatchEvent(new KeyboardEvent('keydown', { key, keyCode, bubbles: true, cancelable: true }))

/** What stands in the text once it was stored and opened again. */
const openedAgain = (): string => {
  editor.put('')
  editor.put(written)
  return shape()
}

const begins = ['1. ', '12) ', '1.', '# ', '## ', '#', '###### ', '- ', '+ ', '* ', '-', '+', '> ', '>', '---', '- - -']
const lines = [
  '***',
  '___',
  '===',
  '=',
  '--',
  '| a | b |',
  '| - | - |',
  '|-|-|',
  'a | b',
  '- | -',
  ':-: | :-:',
  '```',
  '~~~',
  '``',
]
const spaces = ['', '  ', '   ', '    ', '      ', '\t', ' \t', '　　']
const inner = [
  '*',
  '**',
  '_',
  '__',
  '~~',
  '`',
  '[a]',
  '[a](b)',
  '![a](b)',
  '[a]: b',
  '<b>',
  '<!-- a -->',
  '&amp;',
  '&nbsp;',
  '&#35;',
  '\\',
  '\\#',
  '!',
  '甲',
  'x y',
  '。',
  '#',
  ' #',
  '- [ ] ',
  '[x] ',
  '5 > 3',
]
const line = fc
  .tuple(
    fc.constantFrom(...spaces),
    fc.constantFrom('', ...begins, ...lines),
    fc.array(fc.constantFrom(...inner), { maxLength: 3 }),
  )
  .map((parts) => parts.flat().join('').trimEnd())
  .filter((typed) => typed.trim() !== '')
const typedLines = fc.array(line, { minLength: 1, maxLength: 4 })

test('paragraphs that a student typed are paragraphs with the same words when the draft is opened again', () => {
  fc.assert(
    fc.property(typedLines, (typed) => {
      editor.put('')
      for (const [at, words] of typed.entries()) {
        if (at > 0) press('Enter', 13)
        pasteText(text(), words)
      }
      const before = shape()
      // Some signs are turned into what they mean while they are typed: those are not words.
      fc.pre(/^(<p>[^<]*<\/p>)*$/.test(before))
      expect(openedAgain(), JSON.stringify(written)).toBe(before)
    }),
    { numRuns: 1000 },
  )
})

test('a student who began to write before the editor came has the products as they were typed', () => {
  for (const typed of ['3*4=12，5*6=30', '2*3*4=24', '重点*3*4']) {
    editor.put(typed)
    expect(text().textContent).toBe(typed)
  }
  editor.put('un**believ**able *斜*3')
  expect(text().textContent).toBe('unbelievable 斜3')
})

const asHtml = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const words = line
  .map((typed) => asHtml(typed.replaceAll(/[ \t]{2,}|\t/g, ' ').trim()))
  .filter((typed) => typed !== '' && typed !== '&amp;nbsp;')
const places: ((one: string, other: string) => string)[] = [
  (one, other) => `<p>${one}<br>${other}</p>`,
  (one, other) => `<ul><li><p>${one}</p></li><li><p>${other}</p></li></ul>`,
  (one, other) => `<ol><li><p>${one}</p><p>${other}</p></li></ol>`,
  (one, other) => `<blockquote><p>${one}</p><p>${other}</p></blockquote>`,
  (one, other) => `<ul><li><p>${one}<br>${other}</p></li></ul>`,
  (one, other) => `<blockquote><p>${one}<br>${other}</p></blockquote>`,
  (one, other) => `<h2>${one}</h2><p>${other}</p>`,
  (one, other) => `<ul><li><p>${one}</p></li></ul><p>${other}</p>`,
  (one, other) => `<p>${one}</p><blockquote><p>${other}</p></blockquote>`,
  (one, other) => `<table><tbody><tr><th><p>${one}</p></th></tr><tr><td><p>${other}</p></td></tr></tbody></table>`,
]

test('so are the words in the items, quotations, headings and tables of a draft, and those behind a line break', () => {
  fc.assert(
    fc.property(fc.constantFrom(...places), words, words, (place, one, other) => {
      editor.put('')
      pasteHtml(text(), place(one, other))
      const before = shape()
      fc.pre(!/<(em|strong|s|code|a)\b/.test(before))
      expect(openedAgain(), JSON.stringify(written)).toBe(before)
    }),
    { numRuns: 1000 },
  )
})

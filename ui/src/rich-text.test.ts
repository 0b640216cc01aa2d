// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EditorHandle } from './editor-handle.ts'
import { openRichText } from './rich-text.ts'
import { copiedPicture, pasteInto } from './testing/paste.ts'

let editor: EditorHandle
let element: HTMLElement
let brought: File[]
let written: string

beforeEach(() => {
  brought = []
  written = ''
  element = document.body.appendChild(document.createElement('div'))
  editor = openRichText(element, {
    ...{ value: '', label: '正文', describedBy: '', placeholder: '', className: '' },
    urlOf: () => null,
    onChange: (markdown) => (written = markdown),
    onBlur: () => {},
    onFiles: (files) => brought.push(...files),
    onFormula: () => {},
  })
})
afterEach(() => {
  editor.close()
  element.remove()
})
const text = () => element.querySelector('[contenteditable]')!

test('a student who pastes cells of Excel has a table in the text, and no picture of it among the files', () => {
  pasteInto(text(), 'cells')
  expect(brought).toEqual([])
  expect(written).toMatch(/\| Ada +\| 152 +\|/)
})

test('a student who pastes a screenshot brings a file', () => {
  expect(pasteInto(text(), 'screenshot')).toBe(false)
  expect(brought).toEqual([copiedPicture])
  expect(written).toBe('')
})

import { expect, test } from 'vitest'
import { isSubmitKey, sendKeys } from './use-enter-submit.ts'

const pressed = (part: Partial<Parameters<typeof isSubmitKey>[0]> & { isComposing?: boolean } = {}) => {
  const { isComposing = false, ...keys } = part
  return {
    key: 'Enter',
    keyCode: 13,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    nativeEvent: { isComposing },
    ...keys,
  }
}

test('Enter sends a single line', () => {
  expect(isSubmitKey(pressed(), false)).toBe(true)
  expect(isSubmitKey(pressed({ key: 'a', keyCode: 65 }), false)).toBe(false)
})

test('Enter that chooses a word in an input method never sends', () => {
  expect(isSubmitKey(pressed({ isComposing: true }), false)).toBe(false)
  expect(isSubmitKey(pressed({ isComposing: true, ctrlKey: true }), true)).toBe(false)
})

test('Enter that WebKit reports as 229 after composing never sends', () => {
  expect(isSubmitKey(pressed({ keyCode: 229 }), false)).toBe(false)
  expect(isSubmitKey(pressed({ keyCode: 229, metaKey: true }), true)).toBe(false)
})

test('where Enter begins a new line, Ctrl or Command with Enter sends', () => {
  expect(isSubmitKey(pressed(), true)).toBe(false)
  expect(isSubmitKey(pressed({ ctrlKey: true }), true)).toBe(true)
  expect(isSubmitKey(pressed({ metaKey: true }), true)).toBe(true)
})

test('the keys are called what they are called on the keyboard', () => {
  expect(sendKeys('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605')).toBe('⌘ + Enter')
  expect(sendKeys('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36')).toBe('Ctrl + Enter')
})

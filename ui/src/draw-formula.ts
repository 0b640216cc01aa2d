import katex from 'katex'
import type { FormulaGiven } from './editor-handle.ts'

/** Draws a formula as its reader will see it; false if it is not valid (yet), and then the element is unchanged. */
export const drawFormula = (element: HTMLElement, { latex, display }: FormulaGiven): boolean => {
  const drawn = document.createElement('span')
  try {
    katex.render(latex, drawn, {
      output: 'mathml',
      displayMode: display,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxExpand: 200,
      maxSize: 20,
    })
  } catch {
    return false
  }
  element.replaceChildren(drawn)
  return true
}

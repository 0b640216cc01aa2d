import katex, { type KatexOptions } from 'katex'
import { escaped } from '../../markdown/text.ts'

// Rendering a formula is slow: with these limits a text full of formulas stays within the deadline of its task.
const MOST_FORMULAS = 200
const MOST_CHARACTERS = 6_000

export type Budget = { formulas: number; characters: number }

/** What one text may spend on formulas. */
export const newBudget = (): Budget => ({ formulas: MOST_FORMULAS, characters: MOST_CHARACTERS })

/**
 * A formula as MathML, which browsers draw and screen readers speak without a style sheet; what is no formula stays
 * readable as code.
 */
export const formula = (latex: string, displayMode: boolean, budget: Budget): string => {
  budget.formulas -= 1
  budget.characters -= latex.length
  if (budget.formulas < 0 || budget.characters < 0) return `<code>${escaped(latex)}</code>`
  const options: KatexOptions = {
    output: 'mathml',
    displayMode,
    throwOnError: true,
    trust: false,
    strict: 'ignore',
    maxExpand: 200,
    maxSize: 20,
  }
  try {
    return katex.renderToString(latex, options)
  } catch {
    return `<code>${escaped(latex)}</code>`
  }
}

import { shifted } from '@tongchuang/contract/rules/signs.ts'

const signs: Readonly<Record<string, string>> = {
  ...{ times: '×', div: '÷', cdot: '·', pm: '±', mp: '∓', le: '≤', leq: '≤', ge: '≥', geq: '≥', ne: '≠', neq: '≠' },
  ...{ approx: '≈', equiv: '≡', infty: '∞', sum: '∑', prod: '∏', int: '∫', to: '→', rightarrow: '→', Rightarrow: '⇒' },
  ...{ angle: '∠', triangle: '△', circ: '°', degree: '°', perp: '⊥', parallel: '∥', in: '∈', notin: '∉', subset: '⊂' },
  ...{ cup: '∪', cap: '∩', emptyset: '∅', because: '∵', therefore: '∴', ldots: '…', cdots: '…', dots: '…', sqrt: '√' },
  ...{ alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', theta: 'θ', lambda: 'λ', mu: 'μ', pi: 'π', rho: 'ρ', sigma: 'σ' },
  ...{ phi: 'φ', varphi: 'φ', omega: 'ω', Delta: 'Δ', Omega: 'Ω', Sigma: 'Σ', quad: ' ', qquad: ' ' },
  ...{ left: '', right: '', text: '', mathrm: '', mathbf: '', displaystyle: '', begin: '', end: '' },
}

/** Parts of a fraction that are more than one number or letter stand in brackets. */
const part = (words: string): string => (/^[\p{L}\d.]*$/u.test(words) ? words : `(${words})`)

/** A formula as far as it can be said in one line of plain signs: x², a₁, 1/2, √3. */
export const formulaWords = (latex: string): string =>
  latex
    .replaceAll(
      /\\[dt]?frac ?\{([^{}]{0,200})\}\{([^{}]{0,200})\}/g,
      (_, one: string, two: string) => `${part(one)}/${part(two)}`,
    )
    .replaceAll(/\\([A-Za-z]{1,20}) ?/g, (_, name: string) => (Object.hasOwn(signs, name) ? (signs[name] ?? '') : name))
    .replaceAll(/([_^])(?:\{([^{}]{0,100})\}|([^\s{}\\]))/g, (_, mark: string, group?: string, one?: string) =>
      shifted(group ?? one ?? '', mark === '^' ? 'sup' : 'sub'),
    )
    .replaceAll(/\\([{}%#&$,;! ])/g, '$1')
    .replaceAll(/(?<!\\)[{}]|\\\\/g, '')

const signs: Readonly<Record<string, string>> = { '{': '\\{', '}': '\\}', '%': '\\%', '#': '\\#', '&': '\\&', $: '\\$' }

/** The source of a formula that a page has drawn without one. */
const latexOf = (node: Node): string => {
  const words = node.textContent?.trim() ?? ''
  if (node.nodeType === node.TEXT_NODE) return words.replaceAll(/[{}%#&$]/g, (sign) => signs[sign] ?? sign)
  const parts = [...(node as Element).children].map(latexOf)
  const [one = '', two = '', three = ''] = parts
  const inRow = () => (parts.length > 0 ? parts.join(' ') : [...node.childNodes].map(latexOf).join(''))
  switch ((node as Element).localName.toLowerCase()) {
    case 'mi':
      return [...words].length > 1 ? `\\mathrm{${words}}` : inRow()
    case 'mtext':
      return `\\text{${words}}`
    case 'mfrac':
      return `\\frac{${one}}{${two}}`
    case 'msup':
      return `${one}^{${two}}`
    case 'msub':
      return `${one}_{${two}}`
    case 'msubsup':
    case 'munderover':
      return `${one}_{${two}}^{${three}}`
    case 'munder':
      return `${one}_{${two}}`
    case 'mover':
      return `\\overset{${two}}{${one}}`
    case 'msqrt':
      return `\\sqrt{${inRow()}}`
    case 'mroot':
      return `\\sqrt[${two}]{${one}}`
    case 'mfenced':
      return `(${parts.join(',')})`
    case 'mtable':
      return `\\begin{matrix}${parts.join(' \\\\ ')}\\end{matrix}`
    case 'mtr':
      return parts.join(' & ')
    case 'annotation':
    case 'annotation-xml':
      return ''
    default:
      return inRow()
  }
}

/** Puts the source of a formula in the place of one that a page has drawn; without it, ½ would be 12. */
export const tidyFormulas = (root: Element): void => {
  for (const math of root.querySelectorAll('math')) {
    if (math.closest('.katex')) continue
    const given = math.querySelector('annotation[encoding="application/x-tex"]')?.textContent.trim()
    const latex = given?.replace(/^\{\\displaystyle ([\s\S]*)\}$/, '$1').trim() ?? latexOf(math).trim()
    if (latex === '') continue
    const fence = math.getAttribute('display') === 'block' ? '$$' : '$'
    const formula = root.ownerDocument.createElement('span')
    formula.dataset.formula = latex
    formula.textContent = fence + latex + fence
    math.replaceWith(formula)
  }
}

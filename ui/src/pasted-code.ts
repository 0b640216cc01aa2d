const blocks = new Set(['DIV', 'P', 'LI', 'OL', 'UL', 'TR', 'TABLE', 'SECTION', 'FIGURE', 'PRE'])

/** The lines of code that a page or program built of any tags. */
const linesOf = (box: Element): string => {
  let code = ''
  const newLine = () => {
    if (code !== '' && !code.endsWith('\n')) code += '\n'
  }
  const walk = (node: Node): void => {
    if (node.nodeName === 'BR') code += '\n'
    else if (node.nodeType === node.TEXT_NODE) code += node.textContent?.replaceAll(/\r\n?/g, '\n') ?? ''
    else if (blocks.has(node.nodeName) && node !== box) {
      newLine()
      node.childNodes.forEach(walk)
      newLine()
    } else node.childNodes.forEach(walk)
  }
  walk(box)
  return code.replaceAll('\u00a0', ' ').replace(/\n$/, '')
}

/** The language that a page names beside its code, as Markdown names it. */
const languageOf = (box: Element): string => {
  const named = [box, ...box.querySelectorAll('code')].map(
    (one) => /\blang(?:uage)?-([\w+#-]{1,20})/.exec(one.className)?.[1],
  )
  return named.find((name) => name !== undefined) ?? ''
}

// Above the code of a chat stand its language and its buttons.
const mostOfHead = 40

/** The code itself, where a chat puts it into one frame with a line of buttons. */
const withoutHead = (box: Element): Element => {
  const [code, ...others] = box.querySelectorAll('code')
  const around = (box.textContent?.trim().length ?? 0) - (code?.textContent?.trim().length ?? 0)
  return code && others.length === 0 && around < mostOfHead ? code : box
}

const styleOf = (element: Element): string => element.getAttribute('style') ?? ''
const isProgram = (element: Element): boolean =>
  /white-space:\s*pre/i.test(styleOf(element)) &&
  /font-family:[^;]*(?:mono|consolas|courier|menlo|fira|cascadia)/i.test(styleOf(element))

const codeIn = (document: Document, code: string, language: string): Element => {
  const inner = document.createElement('code')
  inner.textContent = code
  if (language) inner.className = `language-${language}`
  return inner
}

/** Puts code that stands in several tags into one, with its lines and indents; one line of it may stand in words. */
export const tidyCode = (root: Element): void => {
  for (const box of root.querySelectorAll('pre, [style]')) {
    const isBlock = box.nodeName === 'PRE'
    if (box.parentElement?.closest('pre') || !root.contains(box) || !(isBlock || isProgram(box))) continue
    const code = linesOf(isBlock ? withoutHead(box) : box)
    const inner = codeIn(root.ownerDocument, code, languageOf(box))
    if (!isBlock && !code.includes('\n')) {
      box.replaceWith(inner)
      continue
    }
    const pre = root.ownerDocument.createElement('pre')
    pre.append(inner)
    box.replaceWith(pre)
  }
}

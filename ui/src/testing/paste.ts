/** A picture as the clipboard has it. */
export const copiedPicture = new File(['pixels'], 'image.png', { type: 'image/png' })

const html =
  '<html><body><!--StartFragment--><table><tr><td>Ada</td><td>152</td></tr></table><!--EndFragment--></body></html>'
/** What each program puts on the clipboard: Excel adds a picture of the cells. */
export const copied = {
  cells: { 'text/plain': 'Ada\t152', 'text/html': html },
  screenshot: {},
} satisfies Record<string, Record<string, string>>

const paste = (field: Element, parts: Record<string, string>, files: readonly File[]): boolean => {
  const types = [...Object.keys(parts), ...(files.length > 0 ? ['Files'] : [])]
  const clipboardData = { files, types, getData: (type: string) => parts[type] ?? '' }
  return field.dispatchEvent(Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData }))
}

/** Pastes into a field; returns whether the browser still inserts the text by itself. */
export const pasteInto = (field: Element, what: keyof typeof copied): boolean =>
  paste(field, copied[what], [copiedPicture])

/** Pastes plain text into a field. */
export const pasteText = (field: Element, text: string): boolean => paste(field, { 'text/plain': text }, [])

/** Pastes what a program puts on the clipboard of a formatted text. */
export const pasteHtml = (field: Element, html: string): boolean =>
  paste(field, { 'text/plain': '.', 'text/html': html }, [])

/** An element of a page whose kind a test knows; throws if it is missing or of another kind. */
export const elementOf = <E extends Element>(kind: new () => E, element: Element | null | undefined): E => {
  if (element instanceof kind) return element
  throw new Error(`no ${kind.name}, but ${element?.tagName ?? 'nothing'}`)
}

/** A field of a page that holds text, on one line or several. */
export const textFieldOf = (element: Element | null | undefined): HTMLInputElement | HTMLTextAreaElement =>
  element instanceof HTMLTextAreaElement ? element : elementOf(HTMLInputElement, element)

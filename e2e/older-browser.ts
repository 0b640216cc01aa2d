import type { Page } from '@playwright/test'

/**
 * Takes away what the oldest browsers of the build lack (tools/oldest-browsers.ts). Syntax and styles are rewritten by
 * the build; a function that is missing stops the page.
 */
export const asIn2023 = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const without: [place: object | undefined, ...names: string[]][] = [
      [RegExp, 'escape'],
      [URL, 'parse', 'canParse'],
      [Map, 'groupBy'],
      [Object, 'groupBy'],
      [Promise, 'withResolvers', 'try'],
      [AbortSignal, 'any'],
      [Array, 'fromAsync'],
      [Array.prototype, 'toSorted', 'toReversed', 'toSpliced', 'with'],
      [Error, 'isError'],
      [globalThis, 'Iterator', 'scheduler', 'Temporal'],
      [Object.getPrototypeOf(Object.getPrototypeOf([].values())), 'map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'], // prettier-ignore
      [Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'], // prettier-ignore
      [Map.prototype, 'getOrInsert', 'getOrInsertComputed'],
      [String.prototype, 'isWellFormed', 'toWellFormed'],
      [ArrayBuffer.prototype, 'transfer', 'resize'],
      [Uint8Array, 'fromBase64', 'fromHex'],
      [Uint8Array.prototype, 'toBase64', 'toHex'],
      [Blob.prototype, 'bytes'],
      [Response.prototype, 'bytes'],
      [ReadableStream, 'from'],
      [ReadableStream.prototype, 'values'],
      [Element.prototype, 'checkVisibility', 'moveBefore', 'setHTMLUnsafe'],
      [HTMLElement.prototype, 'showPopover', 'hidePopover', 'togglePopover'],
      [HTMLDialogElement.prototype, 'requestClose'],
      [Document.prototype, 'startViewTransition'],
      [CSS, 'highlights'],
      [Intl, 'DurationFormat', 'Segmenter'],
    ]
    for (const [place, ...names] of without) for (const name of names) if (place) Reflect.deleteProperty(place, name)
    Reflect.deleteProperty(Object.getPrototypeOf(CSS) as object, 'highlights')
    Reflect.deleteProperty(ReadableStream.prototype, Symbol.asyncIterator)
  })

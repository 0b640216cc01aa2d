import type { Page } from '@playwright/test'
import { asReadWithout } from './newer-styles.ts'

/** An element that browsers of 2023 do not know is one of any name for them, which is as wide as its words. */
const unknownElements = '@layer unknown { search { display: inline } }'

const withoutStyles = async (page: Page): Promise<void> => {
  // Sheets are named after their content, and a journey of many pages asks for each again and again.
  const sheets = new Map<string, string>()
  await page.route(/\.css$/, async (route) => {
    const url = route.request().url()
    const sheet = sheets.get(url) ?? unknownElements + asReadWithout(await (await route.fetch()).text())
    sheets.set(url, sheet)
    await route.fulfill({ contentType: 'text/css', body: sheet })
  })
}

const withoutFunctions = (page: Page): Promise<unknown> =>
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
      [
        Object.getPrototypeOf(Object.getPrototypeOf([].values())),
        'map',
        'filter',
        'take',
        'drop',
        'flatMap',
        'reduce',
        'toArray',
        'forEach',
        'some',
        'every',
        'find',
      ],
      [
        Set.prototype,
        'union',
        'intersection',
        'difference',
        'symmetricDifference',
        'isSubsetOf',
        'isSupersetOf',
        'isDisjointFrom',
      ],
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
    // Firefox 114 throws at `:has()` as at any misspelt selector.
    const knowsNoHas = (place: object, name: string) => {
      const find = Reflect.get(place, name) as (this: unknown, selector: string) => unknown
      Reflect.set(place, name, function (this: unknown, selector: string) {
        if (selector.includes(':has(')) throw new DOMException(`${selector} is no selector`, 'SyntaxError')
        return find.call(this, selector)
      })
    }
    for (const name of ['querySelector', 'querySelectorAll'])
      for (const place of [Document.prototype, DocumentFragment.prototype, Element.prototype]) knowsNoHas(place, name)
    for (const name of ['matches', 'closest']) knowsNoHas(Element.prototype, name)
  })

/**
 * Takes away what the oldest browsers of the build lack (tools/oldest-browsers.ts): the build rewrites syntax, and some
 * styles. A function that is missing stops the page, a style may leave it unreadable.
 */
export const asIn2023 = async (page: Page): Promise<void> => {
  await withoutStyles(page)
  await withoutFunctions(page)
}

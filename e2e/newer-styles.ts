/**
 * Styles that at least one of the oldest browsers lacks (tools/oldest-browsers.ts) and the build does not rewrite, as
 * they stand in a sheet, with the first versions that know them. `adorns`: a page without it is only less handsome. The
 * others may leave a page unreadable or a press unseen, so they stand below `@supports`, with something before them for
 * whoever lacks them. older-browser.ts takes all of them away.
 */
export type NewerStyle = { style: RegExp; since: string; adorns?: true }

export const newerStyles: readonly NewerStyle[] = [
  { style: /\bcolor-mix\(/g, since: 'Chrome 111, Firefox 113' },
  { style: /\blight-dark\(/g, since: 'Chrome 123, Firefox 120, Safari 17.5' },
  { style: /\b(?:rgb|hsl|oklch|oklab|lab|lch|color)\(from\b/g, since: 'Chrome 119, Firefox 128' },
  { style: /\blinear\(/g, since: 'Safari 17.2' },
  { style: /@starting-style\b/g, since: 'Chrome 117, Firefox 129, Safari 17.5' },
  { style: /@scope\b/g, since: 'Chrome 118, Firefox 146, Safari 17.4' },
  { style: /@property\b/g, since: 'Firefox 128' },
  { style: /@(?:position-try|view-transition)\b|::view-transition\b/g, since: 'Chrome 125, Firefox 147, Safari 18.2' },
  { style: /\b(?:anchor-name|position-anchor|position-area)(?=\s*:)|\banchor\(/g, since: 'Chrome 125, Safari 26' },
  { style: /:popover-open\b/g, since: 'Chrome 114, Firefox 125, Safari 17' },
  { style: /\b(?:interpolate-size|animation-timeline|scroll-timeline)(?=\s*:)|\bcalc-size\(/g, since: 'Chrome 129' },
  { style: /\b(?:animation|transition)-behavior(?=\s*:)|\ballow-discrete\b/g, since: 'Chrome 117, Firefox 129' },
  { style: /::details-content\b/g, since: 'Chrome 131, Firefox 143, Safari 18.4', adorns: true },
  { style: /::highlight(?=\()/g, since: 'Firefox 140, Safari 17.2', adorns: true },
  { style: /:has(?=\()/g, since: 'Firefox 121', adorns: true },
  { style: /\bsubgrid\b/g, since: 'Chrome 117', adorns: true },
  { style: /\bsafe (?=center|end)/g, since: 'Chrome 115, Safari 17.6', adorns: true },
  { style: /(?<=\d)lh\b/g, since: 'Firefox 120', adorns: true },
  { style: /\bzoom(?=\s*:)/g, since: 'Firefox 126', adorns: true },
  { style: /\bfield-sizing(?=\s*:)/g, since: 'Chrome 123, Firefox 152, Safari 26.2', adorns: true },
  { style: /\bcontent-visibility(?=\s*:)/g, since: 'Firefox 125, Safari 18', adorns: true },
  { style: /\bscrollbar-(?:width|gutter|color)(?=\s*:)/g, since: 'Chrome 121, Safari 18.2', adorns: true },
  { style: /\btext-(?:wrap|spacing-trim|autospace|box)(?=\s*:)/g, since: 'Chrome 114, Firefox 121', adorns: true },
]

/** A sheet without everything that stands below a question whether the browser knows it. */
const withoutSupports = (sheet: string): string => {
  const start = sheet.indexOf('@supports')
  if (start === -1) return sheet
  let depth = 0
  let end = sheet.indexOf('{', start)
  do {
    if (sheet[end] === '{') depth += 1
    if (sheet[end] === '}') depth -= 1
    end += 1
  } while (depth > 0 && end < sheet.length)
  return sheet.slice(0, start) + withoutSupports(sheet.slice(end))
}

/** The styles of a sheet, without its comments, that no page may depend on. */
export const neededByPages = (sheet: string): { found: string; since: string }[] =>
  newerStyles
    .filter(({ adorns }) => !adorns)
    .flatMap(({ style, since }) => [...withoutSupports(sheet).matchAll(style)].map(([found]) => ({ found, since })))

/** A sheet as a browser reads it that knows none of these: what it does not know is misspelt. */
export const asReadWithout = (sheet: string): string =>
  newerStyles.reduce((left, { style }) => left.replace(style, (found) => found.replace(/[a-z]/, 'unknown-$&')), sheet)

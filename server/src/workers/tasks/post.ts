import { escaped } from '../../markdown/text.ts'

// A post stands among others: headings become bold paragraphs, and rules are removed.
const heading = /<(\/?)h[1-6]>/g
const tooMuch = /<hr ?\/?>/g

/** Puts mentioned members' names, @nickname, in bold; never within code. */
const withNames = (html: string, nicknames: readonly string[]): string => {
  if (nicknames.length === 0) return html
  // The longest first: 王一 must not cut 王一鸣 in two.
  const names = nicknames.map((name) => escaped(name)).toSorted((one, other) => other.length - one.length)
  const called = new RegExp(names.map((name) => `@${RegExp.escape(name)}`).join('|'), 'g')
  let depth = 0
  return html
    .split(/(<[^<>]*>)/)
    .map((part) => {
      if (/^<(code|pre|math|a)\b/.test(part)) depth += 1
      else if (/^<\/(code|pre|math|a)>/.test(part)) depth -= 1
      else if (depth === 0 && !part.startsWith('<')) return part.replaceAll(called, (name) => `<b>${name}</b>`)
      return part
    })
    .join('')
}

/** The safe HTML of a text as that of a post: without headings and rules, with the members it names. */
export const asPost = (html: string, names: readonly string[]): string =>
  withNames(
    html.replaceAll(heading, (_, slash: string) => (slash ? '</strong></p>' : '<p><strong>')).replaceAll(tooMuch, ''),
    names,
  )

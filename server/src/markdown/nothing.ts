import { mathTags, textTags } from './tags.ts'

// What is invisible without being white space: fillers, the empty braille cell, soft hyphens, joiners.
const invisible = /[\s\p{Cf}\p{Cc}\p{M}\u115f\u1160\u3164\uffa0\u2800\u00ad]/gu
// In programs and formulas a tag is shown as it is written.
const literal = /[`~$\\\t]| {4}/
// Comments that continue on the next line are excluded: within a paragraph that line may begin something else.
const comment = /<!--(?!>|->)(?:[^-\n]|-(?!-))*-->/y
const attribute = `[ \\r]+[a-z_:][\\w.:-]*(?:[ \\r]*=[ \\r]*(?:"[^"<>\\n]*"|'[^'<>\\n]*'|[^\\s"'=<>\`]+))?`
// A tag that a text may not contain is shown as it was typed; a picture is something.
const silent = [...textTags, ...mathTags, 'h1', 'h2'].filter((name) => name !== 'img')
const tag = new RegExp(`</?(?:${silent.join('|')})(?:${attribute})*[ \\r]*/?>`, 'iy')
const space = /&(?:nbsp|ensp|emsp|thinsp|zwnj|zwj|shy|#160|#32);/g

// Lines with a marker and no content: a heading, an item, a quotation, a horizontal line, a link definition, a link
// without text.
const begun = /^(?:> ?)*(?:[-*+] +)*(?:#{1,6}|[-*+])?$/
// The editor writes one for an item that is still empty.
const emptyItem = /^(?:[-*+] +)+(?:&#160;|&nbsp;)$/
const across = /^(?:> ?)*(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/
const address = /^\[[^\][\s\\]{1,99}\]: *https?:\/\/[\w./?=&%#-]+$/
const linkOfNothing = /^(?:\[\]\([\w:/.?=&%#-]*\)|!\[\]\((?:https?:\/\/)?\))$/

/** Whether plain words show nothing. */
export const isInvisible = (text: string): boolean => text.replaceAll(invisible, '') === ''
const isMark = (line: string): boolean => begun.test(line) || across.test(line)
// Within a paragraph, a link definition and an empty item marker are ordinary words, even if the lines before them show
// nothing.
const beginsNone = (line: string): boolean => address.test(line) || /[-*+]$/.test(line)
const isNothing = (line: string, before: string): boolean =>
  linkOfNothing.test(line) ||
  emptyItem.test(line) ||
  across.test(line) ||
  ((begun.test(line) || address.test(line)) && (!beginsNone(line) || isMark(before) || address.test(before)))

/** The source without its tags and comments; null if it contains a `<` that is visible. */
const withoutTags = (source: string): string | null => {
  const parts: string[] = []
  for (let at = 0; ;) {
    const open = source.indexOf('<', at)
    parts.push(source.slice(at, open === -1 ? undefined : open))
    if (open === -1) return parts.join('')
    const found = [comment, tag].find((pattern) => {
      pattern.lastIndex = open
      return pattern.test(source)
    })
    if (!found) return null
    at = found.lastIndex
  }
}

/**
 * Whether a text certainly shows nothing: white space or markup alone. Decided from the source in one pass, so that
 * nobody waits for a text to be rendered to learn that it is empty; in doubt, the text counts as something.
 */
export const showsNothing = (source: string): boolean => {
  if (literal.test(source)) return isInvisible(source)
  // Text with tags is not parsed as Markdown here: everything between them counts as written.
  if (source.includes('<')) return isInvisible((withoutTags(source) ?? '<').replaceAll(space, ''))
  const lines = source.split('\n').map((line) => line.replace(/^ +/, '').replace(/(?<![ \r])[ \r]+$/, ''))
  return lines.every((line, at) => isNothing(line, lines[at - 1] ?? '') || isInvisible(line.replaceAll(space, '')))
}

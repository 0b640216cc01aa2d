// What is invisible without being white space: fillers, the empty braille cell, soft hyphens, joiners.
const invisible = /[\s\p{Cf}\p{Cc}\p{M}\u115f\u1160\u3164\uffa0\u2800\u00ad]/gu
// In programs and formulas a tag is shown as it is written.
const literal = /[`~$\\\t]| {4}/
const comment = /<!--(?!>|->)(?:[^-]|-(?!-))*-->/y
const attribute = `\\s+[a-z_:][\\w.:-]*(?:\\s*=\\s*(?:"[^"<>]*"|'[^'<>]*'|[^\\s"'=<>\`]+))?`
const tag = new RegExp(
  `</?(?!img|input|textarea|button|select|video|audio|iframe|object|embed|svg)[a-z][a-z0-9-]*(?:${attribute})*\\s*/?>`,
  'iy',
)
const space = /&(?:nbsp|ensp|emsp|thinsp|zwnj|zwj|shy|#160|#32);/g

// Lines that begin something and stop there: a heading, an item, a quotation, a line across, the address of a link, a link of nothing.
const begun = /^(?:> ?)*(?:[-*+] +)*(?:#{1,6}|[-*+])?$/
const across = /^(?:> ?)*(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/
const address = /^\[[^\][\s\\]{1,99}\]: *https?:\/\/[\w./?=&%#-]+$/
const linkOfNothing = /^(?:\[\]\([\w:/.?=&%#-]*\)|!\[\]\((?:https?:\/\/)?\))$/

const isInvisible = (text: string): boolean => text.replaceAll(invisible, '') === ''
const isNothing = (line: string): boolean =>
  begun.test(line) || across.test(line) || address.test(line) || linkOfNothing.test(line)

/** The source without its tags and comments; null where a `<` is something to see. */
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
 * Whether a text surely shows nothing: white space, markup alone. Decided from the source in one pass, so that nobody waits
 * for a text to be rendered to learn that it is empty; where it is not sure, the text counts as something.
 */
export const showsNothing = (source: string): boolean => {
  if (literal.test(source)) return isInvisible(source)
  // Between tags nothing is Markdown: whatever else stands there is read as it is written.
  if (source.includes('<')) return isInvisible((withoutTags(source) ?? '<').replaceAll(space, ''))
  return source
    .split('\n')
    .every(
      (line) =>
        isNothing(line.replace(/^ +/, '').replace(/(?<![ \r])[ \r]+$/, '')) || isInvisible(line.replaceAll(space, '')),
    )
}

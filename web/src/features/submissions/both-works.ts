import { mostLinks } from '@tongchuang/contract/files.ts'
import { isAnswered } from '@tongchuang/contract/rules/answers.ts'
import type { Work } from './work.ts'

// Not `trim`: a paragraph may begin with wide spaces.
const bare = (text: string): string => text.replace(/^\n+/, '').trimEnd()

/** The number of items that two lists begin with in common. */
const inCommon = <Item>(one: readonly Item[], other: readonly Item[]): number => {
  const at = one.findIndex((item, place) => place >= other.length || item !== other[place])
  return at < 0 ? one.length : at
}

/** Splits two lists into what both begin with, what each has of its own, and what both end with. */
const split = <Item>(one: readonly Item[], other: readonly Item[]) => {
  const start = inCommon(one, other)
  const [rest, others] = [one.slice(start), other.slice(start)]
  const end = inCommon(rest.toReversed(), others.toReversed())
  const last = rest.length - end
  return {
    before: one.slice(0, start),
    mine: rest.slice(0, last),
    theirs: others.slice(0, others.length - end),
    after: rest.slice(last),
  }
}

/** Splits two texts, each into what both begin with, what it has of its own, and what both end with. */
export const splitDifferent = (one: string, other: string) => {
  const { before, mine, theirs, after } = split([...one], [...other])
  const parts = (own: string[]) => [before.join(''), own.join(''), after.join('')] as const
  return { mine: parts(mine), theirs: parts(theirs) }
}

const gap = '\n\n'
const fence = /^ *(?:```|~~~|\$\$)/

/** Whether a cut after these paragraphs would fall into code or a formula. */
const isOpen = (paragraphs: readonly string[]): boolean =>
  paragraphs
    .join(gap)
    .split('\n')
    .filter((line) => fence.test(line)).length %
    2 ===
  1

/** Puts two texts one after the other, with the paragraphs both begin and end with only once. */
const bothTexts = (own: string, other: string): string => {
  const { before, mine, theirs, after } = split(own.split(gap), other.split(gap))
  if (isOpen(before) || isOpen(after)) return [own, '---', other].join(gap)
  const between = mine.length > 0 && theirs.length > 0 ? ['---'] : []
  return [...before, ...mine, ...between, ...theirs, ...after].join(gap)
}

/**
 * Merges two works; the choices of the first win. A question has one answer, a work as many files as the school allows
 * and five links: whatever of the second does not fit remains in it.
 */
export const bothWorks = (mine: Work, theirs: Work, max_files: number): Work => {
  const [own, other] = [bare(mine.content), bare(theirs.content)]
  const more = theirs.files.filter(({ id }) => !mine.files.some((file) => file.id === id))
  return {
    ...mine,
    title: mine.title || theirs.title,
    content: own === other ? mine.content : own && other ? bothTexts(own, other) : own || other,
    files: [...mine.files, ...more.slice(0, Math.max(0, max_files - mine.files.length))],
    links: [...new Set([...mine.links, ...theirs.links].filter(Boolean))].slice(0, mostLinks),
    answers: {
      ...theirs.answers,
      ...Object.fromEntries(Object.entries(mine.answers).filter(([, answer]) => isAnswered(answer))),
    },
  }
}

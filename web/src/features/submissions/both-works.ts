import { isAnswered } from './work.ts'
import type { Work } from './work.ts'

/**
 * Merges two works; the choices of the first win. A question has one answer, a work at most ten files and five links:
 * whatever does not fit remains in the other work.
 */
export const bothWorks = (mine: Work, theirs: Work): Work => ({
  ...mine,
  title: mine.title || theirs.title,
  content:
    mine.content.trim() === theirs.content.trim()
      ? mine.content
      : [mine.content.trim(), theirs.content.trim()].filter(Boolean).join('\n\n---\n\n'),
  files: [...mine.files, ...theirs.files.filter(({ id }) => !mine.files.some((file) => file.id === id))].slice(0, 10),
  links: [...new Set([...mine.links, ...theirs.links].filter(Boolean))].slice(0, 5),
  answers: {
    ...theirs.answers,
    ...Object.fromEntries(Object.entries(mine.answers).filter(([, answer]) => isAnswered(answer))),
  },
})

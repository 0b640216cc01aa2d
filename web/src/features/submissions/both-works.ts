import { mostLinks } from '@tongchuang/contract/files.ts'
import { isAnswered } from '@tongchuang/contract/rules/answers.ts'
import type { Work } from './work.ts'

// Not `trim`: a paragraph may begin with wide spaces.
const bare = (text: string): string => text.replace(/^\n+/, '').trimEnd()

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
    content: own === other ? mine.content : [own, other].filter(Boolean).join('\n\n---\n\n'),
    files: [...mine.files, ...more.slice(0, Math.max(0, max_files - mine.files.length))],
    links: [...new Set([...mine.links, ...theirs.links].filter(Boolean))].slice(0, mostLinks),
    answers: {
      ...theirs.answers,
      ...Object.fromEntries(Object.entries(mine.answers).filter(([, answer]) => isAnswered(answer))),
    },
  }
}

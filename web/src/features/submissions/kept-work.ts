import { isAnswered } from '@tongchuang/contract/rules/answers.ts'
import { isBlank, isSameWork } from './work.ts'
import type { Answer, Work } from './work.ts'

export type Question = { id: string; label: string; options?: readonly { id: string; text: string }[] | undefined }
type Words = { files: string; links: string }

/** Each distinct work once, without blank ones. */
export const keptWorks = (all: readonly Work[]): readonly Work[] =>
  all.filter((work, at) => !isBlank(work) && all.findIndex((one) => isSameWork(one, work)) === at)

/** A text to be read as it is stored: an empty line of the editor is stored as a space with a name. */
export const asShown = (content: string): string => content.replaceAll(/^&nbsp;$/gm, '')

/** An answer in readable form: for a choice the texts of its options, not their ids. */
const said = (answer: Answer, { options = [] }: Partial<Question> = {}): string =>
  (Array.isArray(answer) ? answer : [String(answer)])
    .map((one) => options.find(({ id }) => id === one)?.text ?? one)
    .join('\n')

/**
 * Everything that was written in a work as one text: title, answers under their questions, text, links and the names of
 * files.
 */
export const textOf = (
  { title, content, files, links, answers }: Work,
  questions: readonly Question[],
  words: Words,
) => {
  const asked = new Map(questions.map((question) => [question.id, question]))
  const answered = Object.entries(answers).filter(([, answer]) => isAnswered(answer))
  const list = (label: string, items: readonly string[]) => (items.length > 0 ? [label, ...items].join('\n') : '')
  return [
    title.trim(),
    ...answered.map(([id, answer]) => [asked.get(id)?.label, said(answer, asked.get(id))].filter(Boolean).join('\n')),
    asShown(content).trim(),
    list(
      words.links,
      links.filter((link) => link.trim()),
    ),
    list(
      words.files,
      files.map(({ name }) => name),
    ),
  ]
    .filter(Boolean)
    .join('\n\n')
}

import type { FileCard } from '@tongchuang/contract/files.ts'
import { isAnswered } from '@tongchuang/contract/rules/answers.ts'
import type { Draft } from '@tongchuang/contract/submissions.ts'

export type Answer = string | number | string[]

/** The content of a work, as a student edits it. */
export type Work = {
  title: string
  content: string
  files: readonly FileCard[]
  links: readonly string[]
  answers: Readonly<Record<string, Answer>>
  statement: boolean
  share: 'none' | 'guild' | 'site'
}

export const emptyWork: Work = {
  title: '',
  content: '',
  files: [],
  links: [],
  answers: {},
  statement: false,
  share: 'guild',
}

/** A draft of the server: its work, its number and when it was saved on which device. */
export type ServerDraft = { work: Work; version: number; at: number; device: string }

/** Converts the server's draft to the form the editor uses. */
export const serverDraftOf = (draft: NonNullable<Draft>): ServerDraft => {
  const { title, content, files, links, answers, statement, share } = draft
  return {
    work: { title, content, files, links, answers, statement, share },
    version: draft.draft_version,
    at: Date.parse(draft.saved_at),
    device: draft.device,
  }
}

/** The form in which a work is sent: ids instead of files, and no empty lines among the links. */
export const inputOf = ({ title, content, files, links, answers, statement, share }: Work) => ({
  title: title.trim(),
  content,
  files: files.map(({ id }) => id),
  links: links.map((link) => link.trim()).filter(Boolean),
  answers: { ...answers } as Record<string, Answer>,
  statement,
  share,
})

const sorted = (answers: Work['answers']) =>
  Object.entries(answers).toSorted(([one], [other]) => (one < other ? -1 : 1))

/** A text that identifies a work, independent of the order of its answers. */
export const fingerprintOf = (work: Work): string => {
  const { title, content, files, links, answers, statement, share } = inputOf(work)
  return JSON.stringify([title, content, files, links, sorted(answers), statement, share])
}

export const isSameWork = (one: Work, other: Work): boolean => fingerprintOf(one) === fingerprintOf(other)

/** Whether two works are equal except for the statement, which belongs to the moment of handing in. */
export const isSameButStatement = (one: Work, other: Work): boolean =>
  isSameWork({ ...one, statement: false }, { ...other, statement: false })

/** Whether a work has nothing a person would miss: choices alone do not count. */
export const isBlank = ({ title, content, files, links, answers }: Work): boolean =>
  !title.trim() &&
  !content.trim() &&
  files.length === 0 &&
  !links.some((link) => link.trim()) &&
  !Object.values(answers).some(isAnswered)

const markup = [
  /```\w*\n?|~~~\w*\n?/g,
  /!?\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)?\)/g,
  /^\s{0,3}(#{1,6}|>|[-*+]|\d+[.)])\s/gm,
  /^(?=.*---)[ \t:|-]+$/gm,
  /[*_~`|\\$]|&#?\w+;/g,
]
const plainOf = (markdown: string): string =>
  markup.reduce(
    (text, pattern) =>
      text.replace(pattern, (_, inner: unknown) =>
        typeof inner === 'string' ? inner.replace(/^[#>*+-]+$|^\d+[.)]$/, ' ') : ' ',
      ),
    markdown,
  )

/** Han characters one by one, other words and numbers as one each: what a word processor calls 字数. */
export const countWords = (markdown: string): number =>
  plainOf(markdown)
    .match(/\p{Script=Han}|[\p{L}\p{M}\p{N}]+(?:['’.-][\p{L}\p{M}\p{N}]+)*/gu)
    ?.reduce(countRun, 0) ?? 0
const countRun = (sum: number, run: string): number => {
  const han = run.match(/\p{Script=Han}/gu)?.length ?? 0
  const rest = run.replace(/\p{Script=Han}/gu, ' ').trim()
  return sum + han + (rest ? rest.split(/\s+/).length : 0)
}

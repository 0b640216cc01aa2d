import type { Output } from '@tongchuang/contract/call.ts'
import type { submissions } from '@tongchuang/contract/submissions.ts'

export type OwnVersion = Output<typeof submissions.mine>['list'][number]
/** A passed work with what it began as; `first` is null where it passed at once. */
export type TermWork = { last: OwnVersion; first: OwnVersion | null; versions: number }
/** A span of time by its first and last moment, null without a limit. */
export type Span = { from: number; to: number } | null

/** So many works go into one booklet. */
export const mostWorks = 12

/** Of the versions somebody handed in, newest first: the works whose passed version lies in a span. Results that are held are no works yet. */
export const worksOf = (versions: readonly OwnVersion[], span: Span): TermWork[] => {
  const byTask = Map.groupBy(
    versions.filter(({ status }) => status !== 'withdrawn'),
    ({ task_id }) => task_id,
  )
  return [...byTask.values()].flatMap((all) => {
    const [last] = all
    if (last?.state !== 'passed' || last.status !== 'released') return []
    const at = Date.parse(last.submitted_at)
    if (span && (at < span.from || at > span.to)) return []
    // Of a task done in rounds only the last round is looked at: its versions are counted from 1 again.
    const begins = all.findIndex((one, index) => (all[index + 1]?.version ?? Infinity) >= one.version)
    const round = all.slice(0, begins + 1)
    return [{ last, first: round.length > 1 ? (round.at(-1) ?? null) : null, versions: round.length }]
  })
}

/** What a text says without the signs that format it: the booklet shows its beginning as plain words. */
export const wordsOf = (source: string): string =>
  source
    .replaceAll(/!\[[^[\]\n]{0,200}\]\([^()\n]{0,500}\)/g, '')
    .replaceAll(/\[([^[\]\n]{0,200})\]\([^()\n]{0,500}\)/g, '$1')
    .replaceAll(/^[ \t]{0,8}(?:#{1,6}|>|[-*+]|\d{1,3}\.)[ \t]+/gm, '')
    .replaceAll(/\*\*|__|~~|`+/g, '')

/** The beginning of a text, up to a whole sentence where there is one in the last third. */
export const beginningOf = (words: string, length: number): string => {
  const lines = words.replaceAll(/[ \t]+/g, ' ').split('\n')
  const text = lines.flatMap((line) => line.trim() || []).join('\n')
  if (text.length <= length) return text
  const cut = text.slice(0, length)
  const end = [...cut.matchAll(/[^.\P{Sentence_Terminal}]|\.(?=\s)|\n/gu)].at(-1)?.index ?? 0
  return `${(end > (length * 2) / 3 ? cut.slice(0, end + 1) : cut).trimEnd()}……`
}

export type Selected = { text: string; from: number; to: number }

const around: Readonly<Record<'bold' | 'code' | 'formula', readonly [string, string]>> = {
  bold: ['**', '**'],
  code: ['`', '`'],
  formula: ['$', '$'],
}
const fence = '```'

/** Puts formatting marks around the selection, or removes them; code of several lines becomes a block. */
export const mark = ({ text, from, to }: Selected, kind: keyof typeof around): Selected => {
  const chosen = text.slice(from, to)
  const isBlock = kind === 'code' && chosen.includes('\n')
  const [before, after] = isBlock ? [`${fence}\n`, `\n${fence}`] : around[kind]
  const isMarked = text.slice(from - before.length, from) === before && text.slice(to, to + after.length) === after
  if (isMarked) {
    const plain = text.slice(0, from - before.length) + chosen + text.slice(to + after.length)
    return { text: plain, from: from - before.length, to: to - before.length }
  }
  return {
    text: text.slice(0, from) + before + chosen + after + text.slice(to),
    from: from + before.length,
    to: to + before.length,
  }
}

/** Inserts a line of its own at the caret, for example a picture. */
export const insertLine = ({ text, from, to }: Selected, line: string): Selected => {
  const before = text.slice(0, from)
  const start = before === '' || before.endsWith('\n') ? before : `${before}\n`
  const caret = start.length + line.length + 1
  return { text: `${start}${line}\n${text.slice(to)}`, from: caret, to: caret }
}

/** A regular expression and its place in a source file. */
export type Literal = { path: string; line: number; expression: RegExp }

// As these sources are formatted, a slash after one of these begins a regular expression, not a division.
const literal =
  /(?<=(?:[(,=:[!&|?{};\n]|=>|return|case)\s*)\/(?![*/])((?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g
const schemaPattern = /\bpattern: '([^']+)'/g

const compiled = (source: string, flags: string): RegExp | null => {
  try {
    return new RegExp(source, flags.replace('g', ''))
  } catch {
    return null
  }
}

/** Every regular expression written in a source; those built at run time are not found. */
export const literalsOf = (path: string, text: string): Literal[] => {
  const found = [
    ...text.matchAll(literal),
    ...[...text.matchAll(schemaPattern)].map((match) => Object.assign(match, { 2: 'u' })),
  ]
  return found.flatMap((match) => {
    const expression = compiled(match[1] ?? '', match[2] ?? '')
    return expression ? [{ path, line: text.slice(0, match.index).split('\n').length, expression }] : []
  })
}

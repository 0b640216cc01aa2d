/** A regular expression as it stands in a source. */
export type Literal = { path: string; line: number; expression: RegExp }

// After these a slash begins a regular expression and no division, as these sources are formatted.
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

/** Every regular expression a source is written with; those put together at run time are not seen. */
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

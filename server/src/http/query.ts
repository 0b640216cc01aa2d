/** Set on a query string whose escapes do not decode: it is refused, not guessed at. */
export const malformedQuery: unique symbol = Symbol('malformed query')

/** A query string as text: a name given more than once is a list. */
export type Query = Record<string, string | string[]> & { [malformedQuery]?: true }

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

/** Reads a query string strictly. Names like `__proto__` are names like any other. */
export const parseQuery = (text: string): Query => {
  const query = Object.create(null) as Query
  if (text === '') return query
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    try {
      const name = decode(at < 0 ? pair : pair.slice(0, at))
      const value = at < 0 ? '' : decode(pair.slice(at + 1))
      const before = query[name]
      query[name] = before === undefined ? value : [before, value].flat()
    } catch {
      query[malformedQuery] = true
    }
  }
  return query
}

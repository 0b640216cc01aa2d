/** Set on a query string that does not decode or has too many parts: it is refused, not guessed at. */
export const malformedQuery: unique symbol = Symbol('malformed query')

/** A query string as text: a name given more than once is a list. */
export type Query = Record<string, string | string[]> & { [malformedQuery]?: true }

/** Maximum parts of a query string. It is parsed before the caller is counted; no call takes a tenth of them. */
export const maxPairs = 200

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))

/** Reads a query string strictly. Names like `__proto__` are names like any other. */
export const parseQuery = (text: string): Query => {
  const query = Object.create(null) as Query
  if (text === '') return query
  const pairs = text.split('&', maxPairs + 1)
  if (pairs.length > maxPairs) {
    query[malformedQuery] = true
    return query
  }
  for (const pair of pairs) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    try {
      const name = decode(at < 0 ? pair : pair.slice(0, at))
      const value = at < 0 ? '' : decode(pair.slice(at + 1))
      const before = query[name]
      if (before === undefined) query[name] = value
      else if (typeof before === 'string') query[name] = [before, value]
      else before.push(value)
    } catch {
      query[malformedQuery] = true
    }
  }
  return query
}

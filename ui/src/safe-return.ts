/** Whether a path matches the pattern of a route; `*` at the end matches the rest. */
const matches = (pattern: string, path: string): boolean => {
  const source = pattern
    .split('/')
    .map((part) => (part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/')
  return new RegExp(`^${source}$`).test(path)
}

/**
 * The path to open after the log-in: a path of this site with a known page, or the name of a page without parameters;
 * null for everything else, and for anything that a browser could read as another site.
 */
export const returnAmong = (value: string | null, pages: readonly { name: string; path: string }[]): string | null => {
  if (!value) return null
  const named = pages.find((row) => row.name === value && !/[:*]/.test(row.path))
  if (named) return named.path
  // oxlint-disable-next-line no-control-regex -- browsers drop control characters, so "/\t/x.cn" would become "//x.cn"
  if (!value.startsWith('/') || value.includes('//') || value.includes('\\') || /[\u0000-\u0020\u007f]/.test(value))
    return null
  const path = value.split(/[?#]/)[0] ?? ''
  return pages.some((row) => matches(row.path, path)) ? value : null
}

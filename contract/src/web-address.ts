const begin = /^https?:\/\/[^/?#\\]/i

/**
 * An address of the web that may stand in a profile, on a banner or in a setting; null for anything else. A name or password
 * in it is refused: it would be shown to everybody, and it makes a stranger's host look like another.
 */
export const webAddress = (text: string): URL | null => {
  // Browsers drop tabs and line ends before they read an address.
  const url = begin.test(text) && !/[\s\\\p{Cc}]/u.test(text) && URL.canParse(text) ? new URL(text) : null
  // An empty name still leaves its @.
  return url && url.username === '' && url.password === '' && !/^[^/]*\/\/[^/?#]*@/.test(text) ? url : null
}

/** Whether an address is only for the machine it is read on: printed or scanned it leads nowhere. */
export const isLocalAddress = (text: string): boolean => {
  const host = webAddress(text)?.hostname ?? ''
  return host === 'localhost' || host.endsWith('.localhost') || /^(127\.|0\.0\.0\.0$|\[::1?\]$)/.test(host)
}

/** An address under which a site stands: nothing behind its path, for paths of ours are put behind it. */
export const siteAddress = (text: string): URL | null => (/[?#]/.test(text) ? null : webAddress(text))

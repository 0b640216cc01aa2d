/** An address as its parts, null where it is none: `URL.parse`, which phones of 2023 lack. */
export const parsedAddress = (text: string): URL | null => {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

const begin = /^https?:\/\/[^/?#\\]/i

/**
 * A web address that is allowed in a profile, on a banner or in a setting; null for anything else. Addresses with a
 * user name or password are refused: everybody would see them, and they can make a stranger’s host look like another.
 */
export const webAddress = (text: string): URL | null => {
  // Browsers drop tabs and line ends before they read an address.
  const url = begin.test(text) && !/[\s\\\p{Cc}]/u.test(text) ? parsedAddress(text) : null
  // URL drops an empty user name, but the text still has its @.
  return url && url.username === '' && url.password === '' && !/^[^/]*\/\/[^/?#]*@/.test(text) ? url : null
}

/** Whether an address only works on the machine it is read on, so that it is useless when printed or scanned. */
export const isLocalAddress = (text: string): boolean => {
  const host = webAddress(text)?.hostname ?? ''
  return host === 'localhost' || host.endsWith('.localhost') || /^(127\.|0\.0\.0\.0$|\[::1?\]$)/.test(host)
}

/** The base address of a site: without a query or fragment, because paths of the product are appended to it. */
export const siteAddress = (text: string): URL | null => (/[?#]/.test(text) ? null : webAddress(text))

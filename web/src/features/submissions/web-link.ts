import { parsedAddress } from '@tongchuang/contract/web-address.ts'

/** Whether a text is a web address that a browser may open: http or https with a host. */
export const isWebAddress = (link: string): boolean => {
  const text = link.trim()
  if (/[\s\\]/.test(text) || !/^https?:\/\//i.test(text)) return false
  const url = parsedAddress(text)
  return url !== null && url.hostname !== ''
}

/** The only address in a text that an app shares, with its title around it; null if there is none, or several. */
export const sharedAddress = (text: string): string | null => {
  const found = text.match(/https?:\/\/[\w\-.~:/?#@!$&'()*+,;=%]+/gi)
  return found?.length === 1 && !isWebAddress(text) ? (found[0] ?? null) : null
}

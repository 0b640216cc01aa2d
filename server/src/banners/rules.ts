/** A link a banner may carry: a path of this site or an http(s) address. Anything else, for example `javascript:`, is no link. */
export const safeLink = (link: string): string => {
  // Browsers drop tabs and line ends before they read an address.
  if (/[\t\r\n]/.test(link)) return ''
  if (link.startsWith('/') && !/^\/[/\\]/.test(link)) return link
  const url = URL.canParse(link) ? new URL(link) : null
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === '' ? link : ''
}

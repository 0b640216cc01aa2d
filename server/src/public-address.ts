type Known = { baseUrl: string | null }
type Decided = { base_url: string }

/**
 * The public address of the site, without a trailing slash: BASE_URL, else the administrator's setting, else the origin
 * of this request. '' if none is known, which happens only without a request. Slips, codes to scan, letters, calendars
 * and the system page all use it.
 */
export const publicAddress = ({ baseUrl }: Known, { base_url }: Decided, origin = ''): string =>
  baseUrl ?? (base_url.replace(/(?<!\/)\/+$/, '') || origin)

type Known = { baseUrl: string | null }
type Decided = { base_url: string }

/**
 * Where people reach the site, without a slash at its end: BASE_URL, then what the administrator set, then where this request
 * came in. '' where nothing says so, which is so only without a request. Slips, codes to scan, letters, calendars and the system
 * page all ask here.
 */
export const publicAddress = ({ baseUrl }: Known, { base_url }: Decided, origin = ''): string =>
  baseUrl ?? (base_url.replace(/(?<!\/)\/+$/, '') || origin)

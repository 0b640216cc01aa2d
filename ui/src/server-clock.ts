// The clock and zone of the server, known before any page is shown; kept apart from formatting, which the log-in does
// not need.
let offset = 0
/** The school's zone; every date on every page is shown in it. */
let zone = 'Asia/Shanghai'

/**
 * Sets the zone from the site's settings; an unknown one changes nothing. Checking a new zone takes a slow phone 50 ms,
 * once.
 */
export const setTimeZone = (name: string): void => {
  if (name === zone) return
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    zone = name
  } catch {
    // the present zone stays
  }
}

/**
 * Sets the server's clock from the time of an envelope. It is in whole seconds, so a difference below two seconds is
 * ignored.
 */
export const noteServerTime = (seconds: number): void => {
  const difference = seconds * 1000 + 500 - Date.now()
  offset = Math.abs(difference) < 2000 ? 0 : difference
}

/** The server's clock in milliseconds: a wrong clock on a phone moves no deadline. */
export const serverNow = (): number => Date.now() + offset

/** The name of the school's zone. */
export const timeZone = (): string => zone

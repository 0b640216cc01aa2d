import { timeZone } from './server-clock.ts'

/** What the clock on the school's wall shows at an instant, as a `datetime-local` field writes it: 2026-11-24T22:00. */
export const wallClock = (ms: number): string => {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timeZone(),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).format(ms)
  return parts.replace(' ', 'T')
}

/** The instant at which the school's clock shows it, null for what is no date; a browser in another zone changes nothing. */
export const instantOf = (wall: string): string | null => {
  const asUtc = /^\d{4}-/.test(wall) ? Date.parse(`${wall}:00Z`) : Number.NaN
  if (Number.isNaN(asUtc)) return null
  // The second step is for the hours around a change of the clock.
  const shifted = asUtc - (Date.parse(`${wallClock(asUtc)}:00Z`) - asUtc)
  return new Date(shifted - (Date.parse(`${wallClock(shifted)}:00Z`) - asUtc)).toISOString()
}

type Dates = { open_at: string | null; due_at: string | null; close_at: string | null; late_rule: string }

/**
 * The time span of a task; `close` is null if nothing is accepted after the due date, or if it never ends. Returns null
 * if there is nothing to draw.
 */
export const stretchesOf = ({ open_at, due_at, close_at, late_rule }: Dates, now: number) => {
  const due = due_at === null ? null : Date.parse(due_at)
  const close = close_at === null ? null : Date.parse(close_at)
  const begin = open_at === null ? now : Date.parse(open_at)
  const last = due !== null && late_rule === 'refuse' ? due : (close ?? due)
  if (last === null || last <= begin || (due !== null && (due <= begin || due > last))) return null
  return { begin, end: last, due, close: close === null || last === due ? null : last }
}

const dayMs = 24 * 3_600_000

/** The Monday of a day as the school's wall clock writes it (2026-11-24T22:00), as a number. */
export const weekOf = (wall: string): number => {
  const day = Date.parse(`${wall.slice(0, 10)}T00:00:00Z`)
  return day - ((new Date(day).getUTCDay() + 6) % 7) * dayMs
}

/**
 * Tables left out of backups: their rows expire by themselves within a day, or belong to this installation and its
 * processes. So people log in again after a restore, and no letter about earlier events is sent.
 */
const passing: ReadonlySet<string> = new Set([
  'backup_links',
  'backup_runs',
  'installation',
  'job_leases',
  'known_browsers',
  'limits',
  'mail_outbox',
  'migrations',
  'notice_letters',
  'password_tries',
  'provider_visits',
  'removal_stops',
  'robot_deliveries',
  'role_tickets',
  'sessions',
  'trashed_files',
  'upload_turns',
  'verification_codes',
])

/** Whether a table is an index over other tables: it is rebuilt from them, in the form of each database. */
const isIndex = (table: string): boolean => table.startsWith('search_')

/** Whether a table goes into a backup. */
export const isKept = (table: string): boolean => !passing.has(table) && !isIndex(table)

const NAME = /^tongchuang-(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2})\.zip$/

/** The file name of a backup made now, on the school’s clock. */
export const backupName = (now: number, zone: string): string => {
  const wall = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDateTime()
  return `tongchuang-${wall.toString({ smallestUnit: 'second' }).replaceAll(':', '-')}.zip`
}

/**
 * When a file of this name was made, read as UTC, so up to 14 hours beside the moment itself: names of earlier versions
 * are UTC, and nothing here needs it more exactly. Null if it is not a backup of this product: only backups are listed,
 * sent or removed.
 */
export const madeAt = (name: string): number | null => {
  const stamp = NAME.exec(name)?.[1]
  return stamp ? Date.parse(`${stamp.slice(0, 11)}${stamp.slice(11).replaceAll('-', ':')}Z`) : null
}

const oneHour = 3_600_000

/**
 * The names to remove so that the newest `keep` stay. Backups made while a clock was ahead, by more than a day in any
 * time zone, count as the oldest: otherwise they would push out new ones.
 */
export const tooOld = (names: readonly string[], keep: number, now: number): string[] => {
  const ours = names.filter((name) => madeAt(name) !== null)
  const isAhead = (name: string): boolean => (madeAt(name) ?? 0) > now + (24 + 14) * oneHour
  const newestFirst = (some: readonly string[]): string[] => some.toSorted().toReversed()
  const real = ours.filter((name) => !isAhead(name))
  return [...newestFirst(real), ...newestFirst(ours.filter(isAhead))].slice(keep)
}

/**
 * Whether a backup is due: each night from 2 to 5 o'clock school time, and by day if a machine that is off at night has
 * had none for 26 hours. A school without users has nothing to lose, and a backup made while the clock was ahead does
 * not count.
 */
export const isDue = (last: { done: number | null; since: number | null }, now: number, hour: number): boolean => {
  if (last.since === null) return false
  const done = last.done !== null && last.done <= now + oneHour ? last.done : null
  const age = now - (done ?? last.since)
  return age >= 26 * oneHour || (hour >= 2 && hour < 5 && (done === null || age >= 12 * oneHour))
}

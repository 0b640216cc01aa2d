import { schoolMinute } from '../db/time.ts'

// Minutes of the school's day.
const nightUntil = 6.5 * 60
/** The letter of the day leaves at six in the evening, and none later than half past nine. */
const digestFrom = 18 * 60
const digestUntil = 21.5 * 60

/** Which letters leave at a moment: none to staff at night, and those of the day in the evening. */
export const lettersAt = (now: number, zone: string): { isNight: boolean; isEvening: boolean } => {
  const minute = schoolMinute(now, zone)
  return {
    isNight: minute < nightUntil || minute >= digestUntil,
    isEvening: minute >= digestFrom && minute < digestUntil,
  }
}

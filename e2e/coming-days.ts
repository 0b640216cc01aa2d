const day = 86_400_000

/** The date so many days from today in the time zone of the sample school (UTC+8): `2027-03-04`. */
export const dateInDays = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * day).toISOString().slice(0, 10)

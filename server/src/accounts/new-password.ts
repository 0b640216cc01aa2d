import { randomInt } from 'node:crypto'

// Without characters that look alike on a printed slip: 0 o 1 l i.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password to be handed over on paper and changed at the first log-in: 12 letters, about 59 random bits. */
export const newPassword = (): string =>
  Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')).join(
    '-',
  )

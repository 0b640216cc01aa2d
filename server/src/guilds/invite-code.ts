import { createHmac, randomInt } from 'node:crypto'

// Without 0 O 1 I: codes are read out in class and copied from the board.
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A new invite code: 8 characters, about 40 random bits. */
export const newInviteCode = (): string => Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')

/**
 * The invite code of what was asked for, the same for the same: a repeated request finds what the first one made.
 * Without the secret it cannot be computed.
 */
export const inviteCodeOf = (secret: string, asked: readonly unknown[]): string => {
  const bytes = createHmac('sha256', `invite codes:${secret}`).update(JSON.stringify(asked)).digest()
  return Array.from(bytes.subarray(0, 8), (byte) => letters[byte % letters.length]).join('')
}

/** A code as it is stored, from how a person typed it: any case, full-width letters, spaces or dashes between. */
export const readInviteCode = (typed: string): string => typed.normalize('NFKC').toUpperCase().replaceAll(/[\s-]/g, '')

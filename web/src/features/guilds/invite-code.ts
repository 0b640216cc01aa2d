export const codeLength = 8

/** A typed or pasted text as an invite code: capitals without spaces and dashes, no longer than a code. */
export const asInviteCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, codeLength)

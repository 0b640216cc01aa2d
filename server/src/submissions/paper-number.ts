import { randomBytes } from 'node:crypto'

// Crockford's base32: no I, L, O or U to misread on paper.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const drawn = 10

/** A new number for a printed document, `R-7K2M9QX4TD`: 50 random bits, so that the next one cannot be guessed. */
export const newPaperNumber = (kind: 'R' | 'C'): string =>
  `${kind}-${Array.from(randomBytes(drawn), (byte) => alphabet[byte % 32]).join('')}`

/**
 * Normalizes a typed number to its stored form: accepts any case, full width, spaces and dashes anywhere, O for 0, I
 * and L for 1.
 */
export const readPaperNumber = (kind: 'R' | 'C', typed: string): string => {
  const letters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\dA-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return `${kind}-${letters.length > drawn && letters.startsWith(kind) ? letters.slice(1) : letters}`
}

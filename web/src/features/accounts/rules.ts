/** Checks that the forms make before the server is asked, which has the last word. */

export type Strength = 0 | 1 | 2 | 3

/** The length of a text in code points. */
export const lengthOf = (text: string): number => [...text].length

/** 0 too short, 1 weak, 2 fair, 3 good: length counts most, then variety. */
export const strengthOf = (password: string): Strength => {
  const length = lengthOf(password)
  if (length < 8) return 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  if (new Set(password).size < 5) return 1
  if (length >= 16 || (length >= 12 && kinds >= 3)) return 3
  return length >= 12 || (length >= 10 && kinds >= 3) ? 2 : 1
}

/** The two rules of a user name, each by itself, so that the page can tick them off. */
export const nameChecks = (name: string): { length: boolean; letters: boolean } => ({
  length: lengthOf(name) >= 2 && lengthOf(name) <= 30,
  letters: /^[\p{Script=Han}A-Za-z\d._-]+$/u.test(name),
})

/** An invite code as the server expects it: uppercase, without the separators people type. */
export const inviteCode = (typed: string): string => typed.toUpperCase().replace(/[\s-]/g, '')

/** Whether it can be an invite code: 8 characters without 0 O 1 I. */
export const isInviteCode = (code: string): boolean => /^[2-9A-HJ-NP-Z]{8}$/.test(code)

/** y•••••g@example.com */
export const maskEmail = (email: string): string =>
  email
    .trim()
    .replace(
      /^(.)(.*)(.)@/,
      (_, first: string, between: string, last: string) =>
        `${first}${'•'.repeat(Math.min(5, Math.max(1, between.length)))}${last}@`,
    )

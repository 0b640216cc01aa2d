const numerals = '一二三四五六七八九'

/** The numeral after this one; null from `last` on. */
const nextNumeral = (numeral: string, last: number): string | null => {
  const at = numerals.indexOf(numeral) + 1
  return at >= last ? null : (numerals[at] ?? null)
}

const nextNumber = (number: string, last: number): string | null =>
  Number(number) >= last ? null : String(Number(number) + 1)

type Way = { pattern: RegExp; next: (grade: string, before: string) => string | null }

const lastOf: Readonly<Record<string, number>> = { 小: 6, 初: 3, 高: 3, 大: 4 }

// Each pattern captures the text before the grade, and the grade.
const ways: readonly Way[] = [
  { pattern: /^([小初高大])([一二三四五六])/, next: (grade, before) => nextNumeral(grade, lastOf[before] ?? 3) },
  { pattern: /^([小初高大])([1-6])/, next: (grade, before) => nextNumber(grade, lastOf[before] ?? 3) },
  {
    pattern: /^()([一二三四五六七八九])(?=年级|[（(]|[\d一二三四五六七八九十]+班)/,
    next: (grade) => nextNumeral(grade, 9),
  },
  { pattern: /^()([1-9])(?=年级|[（(])/, next: (grade) => nextNumber(grade, 9) },
  { pattern: /^()([1-9])(?=\d\d班?$)/, next: (grade) => nextNumber(grade, 9) },
  { pattern: /^(Grade |Year |G)(\d{1,2})(?!\d)/, next: (grade) => nextNumber(grade, 12) },
]

/**
 * The name of a class a year later, if its name contains the grade; `last`: there is no next grade; null: the name
 * contains none.
 */
export const nextClass = (name: string): { to: string } | 'last' | null => {
  for (const { pattern, next } of ways) {
    const [whole, before = '', grade = ''] = pattern.exec(name) ?? []
    if (whole === undefined) continue
    const to = next(grade, before)
    return to === null ? 'last' : { to: before + to + name.slice(whole.length) }
  }
  return null
}

/** The present name of a class and its new one. */
export type Renaming = { from: string; to: string }

/**
 * Whether these renamings can be applied at once: each class once, to another name, and without a cycle, which a
 * repeated press would undo.
 */
export const canRename = (changes: readonly Renaming[]): boolean => {
  const next = new Map(changes.map(({ from, to }) => [from, to]))
  if (next.size < changes.length) return false
  return changes.every(({ from }) => {
    let name = next.get(from)
    for (let steps = 0; name !== undefined && steps < changes.length; steps += 1) {
      if (name === from) return false
      name = next.get(name)
    }
    return name !== from
  })
}

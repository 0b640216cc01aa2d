import type { Values } from './form-values.ts'

type Changes = Partial<Values>

const dates: readonly string[] = ['open_at', 'due_at', 'close_at']

/** Splits changes into what is sent together: in a set, dates belong to one class, and everything else goes to all. */
export const partsOf = (changes: Changes, inSet: boolean): { part: Changes; also?: 'set' }[] => {
  if (!inSet) return [{ part: changes }]
  const isDate = (name: string) => dates.includes(name)
  const some = (isOne: boolean): Changes =>
    Object.fromEntries(Object.entries(changes).filter(([name]) => isDate(name) === isOne))
  const [own, common] = [some(true), some(false)]
  return [
    ...(Object.keys(common).length > 0 ? [{ part: common, also: 'set' as const }] : []),
    ...(Object.keys(own).length > 0 ? [{ part: own }] : []),
  ]
}

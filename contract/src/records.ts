import { isKeyOf } from './is-key-of.ts'

/** The names of an object's own fields, typed as such. */
export const keysOf = <T extends object>(all: T): (keyof T & string)[] =>
  Object.keys(all).filter((name) => isKeyOf(all, name))

/** The fields of an object for which a condition holds. */
export const partOf = <T extends object>(
  all: T,
  isMeant: (name: keyof T & string, value: T[keyof T & string]) => boolean,
): Partial<T> => {
  const part: Partial<T> = {}
  for (const name of keysOf(all)) if (isMeant(name, all[name])) part[name] = all[name]
  return part
}

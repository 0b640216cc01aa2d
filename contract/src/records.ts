import { isKeyOf } from './is-key-of.ts'

/** The names of an object's own fields, typed as such. */
export const keysOf = <T extends object>(all: T): (keyof T & string)[] =>
  Object.keys(all).filter((name) => isKeyOf(all, name))

/** The items of a list by a key, the keys as they first occur: `Map.groupBy`, which phones of 2023 lack. */
export const groupedBy = <Item, Key>(list: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> => {
  const groups = new Map<Key, Item[]>()
  for (const item of list) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** The fields of an object for which a condition holds. */
export const partOf = <T extends object>(
  all: T,
  isMeant: (name: keyof T & string, value: T[keyof T & string]) => boolean,
): Partial<T> => {
  const part: Partial<T> = {}
  for (const name of keysOf(all)) if (isMeant(name, all[name])) part[name] = all[name]
  return part
}

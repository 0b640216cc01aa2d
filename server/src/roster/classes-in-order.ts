import { byClassName } from '@tongchuang/contract/rules/class-order.ts'
import type { Db } from '../db/schema.ts'
import type { Actor } from '../guilds/power-rules.ts'
import { listClassNames } from './people-store.ts'

/** The classes of the students a viewer may see, in the order of a school. */
export const classesInOrder = async (db: Db, viewer: Actor): Promise<{ name: string; students: number }[]> =>
  (await listClassNames(db, viewer)).toSorted((one, other) => byClassName(one.name, other.name))

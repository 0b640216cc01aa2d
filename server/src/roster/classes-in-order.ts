import { byClassName } from '@tongchuang/contract/rules/class-order.ts'
import type { PageRequest } from '../db/paging.ts'
import type { Db } from '../db/schema.ts'
import type { Actor } from '../guilds/power-rules.ts'
import { listClassNames, listStudents, type StudentFilter, type StudentOrder } from './people-store.ts'

/** The classes of the students a viewer may see, in the order of a school. */
export const classesInOrder = async (db: Db, viewer: Actor): Promise<{ name: string; students: number }[]> =>
  (await listClassNames(db, viewer)).toSorted((one, other) => byClassName(one.name, other.name))

/** An order of students, with what one by class needs. */
export const withClasses = async (db: Db, viewer: Actor, order: StudentOrder): Promise<StudentOrder> =>
  order.sort === 'class' ? { ...order, classes: (await classesInOrder(db, viewer)).map(({ name }) => name) } : order

/** A page of the students a viewer may see; by class in the order of a school. */
export const studentsInOrder = async (
  db: Db,
  viewer: Actor,
  filter: StudentFilter,
  request: PageRequest,
  order: StudentOrder,
) => listStudents(db, viewer, filter, request, await withClasses(db, viewer, order))

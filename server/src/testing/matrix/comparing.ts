import type { Call } from '@tongchuang/contract/call.ts'
import { expect } from 'vitest'
import { branchesOf, type JsonSchema } from '../../http/json-schema.ts'
import { absentId } from './answers.ts'
import { before } from './asking.ts'
import type { Row } from './row.ts'
import type { RequestRow } from './requests.ts'
import { isOfTheWholeSchool } from './states.ts'
import { matrixSchool, type MatrixSchool } from './school.ts'
import { watchedNeighbours } from './neighbours.ts'
import { testDialect } from '../test-database.ts'

/**
 * Whether all checks run. On both databases each row is asked as everybody, so that each statement of each call runs
 * there, and what people are told does not depend on others. The further checks, on SQLite alone, concern the text of
 * the statements, which is the same for both.
 */
export const isWhole = testDialect === 'sqlite'

/**
 * Removes what may differ: the number of students who accepted a task, which everybody sees, and who liked a work,
 * which its author sees.
 */
export const withoutPlaces = (body: string): string => body.replaceAll(/"accepted_count":\d+|"recent":\[[^\]]*\]/g, '')
/** An id or receipt that names nothing. */
export const notThere = (name: string): unknown => (name === 'receipt' ? 'R-0000000000' : absentId)
/** Masks the random values of an answer. */
export const withoutChance = (body: string): string =>
  body.replaceAll(/"(token|challenge|secret|uri)":"[^"]+"/g, '"$1":"…"')
/** A row as one line of text. */
export const lineOf = ([name, input, , after]: Row): string =>
  `${name} ${JSON.stringify(input)}${after === undefined ? '' : ` after ${after}`}`
/** Whether a row names an existing object. */
export const namesObject = ([, input]: Row): boolean => JSON.stringify(input).includes('"@')
/** The fields in which a row names an existing object. */
export const objectFields = (input: Row[1]): string[] =>
  Object.entries(input).flatMap(([field, value]) => (JSON.stringify(value).includes('"@') ? [field] : []))
const isId = (schema: JsonSchema): boolean =>
  branchesOf(schema).some(
    ({ type, maximum, items }) => (type === 'integer' && maximum === absentId) || (items !== undefined && isId(items)),
  )
/** The fields of a call that hold ids. */
export const idFields = ({ input }: Call): string[] =>
  Object.entries((input as JsonSchema).properties ?? {}).flatMap(([field, schema]) =>
    isId(schema) && !field.endsWith('version') ? [field] : [],
  )

/** Reports which rows have changed. */
export type ChangedRows = Awaited<ReturnType<typeof watchedNeighbours>>

/** A school with a second world in it, and a function that reports which of its rows have changed. */
export const amongNeighbours = async () => {
  const neighbourly = await matrixSchool()
  const changedRows = await watchedNeighbours(neighbourly.fresh.db, neighbourly.fresh.dialect)
  return { neighbourly, changedRows }
}

type Fixture = { matrix: MatrixSchool; neighbourly: MatrixSchool; changedRows: ChangedRows }

/** Helpers that ask in schools which are restored afterwards, and check who was affected. */
export const comparing = (at: () => Fixture) => {
  /**
   * Expects that asking changes nothing of unrelated people; changes made by a state of the whole school are ignored.
   */
  const leavesNeighboursAlone = (row: Row | RequestRow, who: string, ask: () => Promise<string>): Promise<void> =>
    at().neighbourly.undone(
      async () => {
        const already = isOfTheWholeSchool(row[3]) ? await at().changedRows(at().neighbourly.school.app.db) : []
        const found = await ask()
        expect(await at().changedRows(at().neighbourly.school.app.db), `${row[0]} by ${who}: ${found}`).toEqual(already)
      },
      before(at().neighbourly, row),
    )
  /** Runs work for each item: in one school where it leaves nothing behind, otherwise each time in a restored one. */
  const forEach = async <T>(
    all: readonly T[],
    { row, leavesNothing }: { row: Row | RequestRow; leavesNothing: boolean },
    work: (one: T) => Promise<void>,
  ): Promise<void> => {
    const turns = leavesNothing ? [all] : all.map((one) => [one])
    for (const turn of turns)
      await at().matrix.undone(
        async () => {
          for (const one of turn) await work(one)
        },
        before(at().matrix, row),
      )
  }
  return { leavesNeighboursAlone, forEach }
}

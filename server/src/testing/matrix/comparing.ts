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
 * On both databases each row is asked of everybody, so that each statement of each call runs there, and what people are told
 * does not depend on others. What is asked beyond that on SQLite alone is about the text of those statements, which is one.
 */
export const isWhole = testDialect === 'sqlite'

/** How many have taken a task is for everybody to see, and who liked a work for its author. */
export const withoutPlaces = (body: string): string => body.replaceAll(/"accepted_count":\d+|"recent":\[[^\]]*\]/g, '')
/** What names nothing, where an id or a receipt is asked for. */
export const notThere = (name: string): unknown => (name === 'receipt' ? 'R-0000000000' : absentId)
/** What chance makes of an answer. */
export const withoutChance = (body: string): string =>
  body.replaceAll(/"(token|challenge|secret|uri)":"[^"]+"/g, '"$1":"…"')
/** A row in one line. */
export const lineOf = ([name, input, , after]: Row): string =>
  `${name} ${JSON.stringify(input)}${after === undefined ? '' : ` after ${after}`}`
/** Whether a row asks about something that is there. */
export const namesObject = ([, input]: Row): boolean => JSON.stringify(input).includes('"@')
/** The fields in which a row names something that is there. */
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

/** Which rows are not what they were. */
export type ChangedRows = Awaited<ReturnType<typeof watchedNeighbours>>

/** A school with a second world in it, and which of its rows are not what they were. */
export const amongNeighbours = async () => {
  const neighbourly = await matrixSchool()
  const changedRows = await watchedNeighbours(neighbourly.fresh.db, neighbourly.fresh.dialect)
  return { neighbourly, changedRows }
}

type Place = { matrix: MatrixSchool; neighbourly: MatrixSchool; changedRows: ChangedRows }

/** Asks in schools that are put back, and looks at who was changed by it. */
export const comparing = (at: () => Place) => {
  /** Expects that asking changes nothing of people who have nothing to do with it; what happened to everybody before is none of it. */
  const leavesNeighboursAlone = (row: Row | RequestRow, who: string, ask: () => Promise<string>): Promise<void> =>
    at().neighbourly.undone(
      async () => {
        const already = isOfTheWholeSchool(row[3]) ? await at().changedRows(at().neighbourly.school.app.db) : []
        const found = await ask()
        expect(await at().changedRows(at().neighbourly.school.app.db), `${row[0]} by ${who}: ${found}`).toEqual(already)
      },
      before(at().neighbourly, row),
    )
  /** Does something for each of some: where it leaves nothing behind in one school, else each time in one that was put back. */
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

import type { Call } from '@tongchuang/contract/call.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFields } from './fields.ts'
import { servedCalls } from './http/all-calls.ts'
import { staff, students, type Actor } from './testing/matrix/actors.ts'
import { filled } from './testing/matrix/answers.ts'
import { before, callNamed, objectOf } from './testing/matrix/asking.ts'
import type { Row } from './testing/matrix/row.ts'
import { staffRows } from './testing/matrix/rows.staff.ts'
import { studentRows } from './testing/matrix/rows.student.ts'
import { matrixSchool, type MatrixSchool } from './testing/matrix/school.ts'
import { variantsOf } from './testing/matrix/variants.ts'
import { asQuery } from './testing/test-app.ts'

/** Of the variants of each row so many are asked, spread over all; another run asks others by `VARIANTS_FROM=7`. */
const variantsPerRow = Number(process.env.VARIANTS ?? 4)
const from = Number(process.env.VARIANTS_FROM ?? 0)

let matrix: MatrixSchool
let calls: readonly Call[]
beforeAll(async () => {
  matrix = await matrixSchool()
  calls = servedCalls(matrix.school.app.http)
}, 120_000)
afterAll(() => matrix.school.close())

/** Whoever the row lets do most: the first who is not refused. */
const actorOf = (people: readonly [Actor, ...Actor[]], [, , answers]: Row): Actor =>
  people[answers.split(' ').findIndex((answer) => !/^[A-Z_]{3}/.test(answer))] ?? people[0]

/** Asks a row with one part of its input changed; what is wrong with the answer, or null. */
const askVariant = (row: Row, actor: Actor, at: number): Promise<string | null> => {
  const call = callNamed(calls, row[0])
  return matrix.undone(
    async () => {
      const variants = variantsOf(call.input, filled(row[1], objectOf(matrix))).filter(isFields)
      const { length } = variants
      const input = variants[(from + Math.floor((at * length) / variantsPerRow)) % Math.max(1, length)]
      if (!input) return null
      const answer = await matrix.school.inject({
        method: call.method,
        url: call.path,
        headers: { token: matrix.tokens[actor] },
        ...(call.method === 'GET' ? { query: asQuery(input) } : { payload: input }),
      })
      const isAnswer = answer.statusCode < 500 && answer.body.startsWith('{"code":')
      return isAnswer ? null : `${actor} ${row[0]} ${JSON.stringify(input)}: ${answer.statusCode} ${answer.body}`
    },
    before(matrix, row),
  )
}

test.each<[string, readonly [Actor, ...Actor[]], readonly Row[]]>([
  ['student', students, studentRows],
  ['admin', staff, staffRows],
])(
  'whoever asks the %s site for what it allows, but with one value changed, gets an answer, in every state',
  { timeout: 600_000 },
  async (_, people, rows) => {
    const wrong: string[] = []
    for (const row of rows)
      for (let at = 0; at < variantsPerRow; at += 1) {
        const found = await askVariant(row, actorOf(people, row), at)
        if (found) wrong.push(found)
      }
    expect(wrong).toEqual([])
  },
)

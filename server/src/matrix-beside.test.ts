import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servedBesides } from './http/all-calls.ts'
import { onlyReads, requesters, requesting, wronglyChangedBy } from './testing/matrix/requests.ts'
import { requestRows } from './testing/matrix/rows.requests.ts'
import { matrixSchool, type MatrixSchool } from './testing/matrix/school.ts'
import { amongNeighbours, comparing, isWhole, type ChangedRows } from './testing/matrix/comparing.ts'

let matrix: MatrixSchool
/** The same school with a second world in it, and the rows that have changed. */
let neighbourly: MatrixSchool
let changedRows: ChangedRows

beforeAll(async () => {
  matrix = await matrixSchool()
  if (isWhole) ({ neighbourly, changedRows } = await amongNeighbours())
}, 120_000)
afterAll(async () => {
  await matrix.school.close()
  if (isWhole) await neighbourly.school.close()
})

const { leavesNeighboursAlone, forEach } = comparing(() => ({ matrix, neighbourly, changedRows }))

describe('requests that are no calls', () => {
  // Pages and their files, health checks, and a stream, which ends with its session.
  const openToAll =
    /^(?:GET|HEAD) (?:\/\*|\/healthz|\/readyz|\/api\/(?:version|openapi\.json|docs|docs\/\*|(?:admin\/)?message\/events))$/

  test(
    'are answered for each person as the table says, and a read or a refusal changes nothing',
    { timeout: 120_000 },
    async () => {
      const request = requesting(matrix)
      const asked = new Set<string>()
      const found: string[] = []
      const notFound = new Set<string>()
      for (const row of requestRows) {
        const answers: string[] = []
        await forEach(requesters(matrix), { row, leavesNothing: onlyReads(row) }, async ([who, token]) => {
          const got = await request(row, token)
          expect(wronglyChangedBy(row, got, matrix.changed()), `${row[0]} by ${who}: ${got.body}`).toEqual([])
          asked.add(got.asked)
          answers.push(got.answer)
          if (got.answer === 'NOT_FOUND') notFound.add(got.body)
        })
        found.push(`${row[0]} → ${answers.join(' ')}`)
      }
      expect(found).toEqual(requestRows.map(([request, , answers]) => `${request} → ${answers}`))
      // The answer for a hidden object equals that for a missing one byte for byte.
      expect(notFound.size).toBe(1)
      const patternOf = (served: string) => new RegExp(`^${served.replaceAll(/:\w+/g, '[^/?]+')}(?:\\?.*)?$`)
      const besides = servedBesides(matrix.school.app.http).filter((served) => !openToAll.test(served))
      expect(besides.filter((served) => ![...asked].some((one) => patternOf(served).test(one)))).toEqual([])
    },
  )

  if (isWhole)
    test('are refused without a valid session', { timeout: 120_000 }, async () => {
      const request = requesting(matrix)
      // Most serve both sites.
      const nobodies = [matrix.nobodies.student, matrix.nobodies.admin].flatMap((all) =>
        Object.entries(all).filter(([who]) => who !== 'of the other site'),
      )
      for (const row of requestRows.filter(([, , answers]) => answers.endsWith('NO_SESSION')))
        await forEach(nobodies, { row, leavesNothing: true }, async ([who, token]) => {
          const { answer } = await request(row, token)
          expect(answer, `${row[0]} ${who}`).toBe(who === 'expired' ? 'EXPIRED' : 'NO_SESSION')
        })
    })

  if (isWhole)
    test('change nothing of unrelated people', { timeout: 120_000 }, async () => {
      const request = requesting(neighbourly)
      for (const row of requestRows.filter((one) => !onlyReads(one)))
        for (const [who, token] of requesters(neighbourly))
          await leavesNeighboursAlone(row, who, async () => (await request(row, token)).answer)
    })
})

import type { Call } from '@tongchuang/contract/call.ts'
import { asQuery } from '../test-app.ts'
import { timeless } from './answers.ts'
import type { Row } from './row.ts'
import type { MatrixSchool } from './school.ts'
import { states, type State } from './states.ts'

/** The name a row gives a call. */
export const nameOf = ({ method, path }: Call): string => `${method} ${path}`

/** A call by the name a row gives it. */
export const callNamed = (calls: readonly Call[], name: string): Call => {
  const found = calls.find((call) => nameOf(call) === name)
  if (!found) throw new Error(`there is no call ${name}`)
  return found
}

/**
 * Makes a call over HTTP and returns the body without its clock; throws on any status but 200. Calls that reach a
 * transaction must run inside `undone`; outside it that is a fault.
 */
export const asking =
  ({ school }: MatrixSchool) =>
  async (call: Call, input: Readonly<Record<string, unknown>>, token: string | undefined): Promise<string> => {
    const answer = await school.inject({
      method: call.method,
      url: call.path,
      headers: token === undefined ? {} : { token },
      ...(call.method === 'GET' ? { query: asQuery(input) } : { payload: input }),
    })
    if (answer.statusCode !== 200) throw new Error(`${nameOf(call)} has status ${answer.statusCode}: ${answer.body}`)
    return timeless(answer.body)
  }

/** An object of the matrix's school, or what a state has just made, by its name in a row. */
export const objectOf =
  (matrix: MatrixSchool) =>
  (name: string): unknown => {
    const { objects, receipt, invite } = matrix
    const found = name === 'receipt' ? receipt : name === 'invite' ? invite : (objects[name] ?? matrix.made[name])
    if (found === undefined) throw new Error(`there is no object ${name}`)
    return found
  }

// Calls of the specification that only read although they use POST.
const readsByPost = /\/(getUserInfo|getBanner|getGonHuiCate|get\w+StudentList|get_submit_like|menu|devices)$/

/** The state that must be set up before a row is asked; to be passed to `undone`. */
export const before =
  (matrix: MatrixSchool, [, , , after]: readonly [string, unknown, string, State?]): (() => Promise<void>) =>
  async () => {
    matrix.made = after ? ((await states[after](matrix)) ?? {}) : {}
  }

/** Whether no state has to be set up before a row. */
export const isAtOnce = ([, , , after]: Row): boolean => after === undefined

/** Whether a row only reads. */
export const isReading = ([name]: Row): boolean => name.startsWith('GET ') || readsByPost.test(name)

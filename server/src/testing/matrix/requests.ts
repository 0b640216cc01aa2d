import { filled, timeless, withoutTraces } from './answers.ts'
import { objectOf } from './asking.ts'
import { staff, students } from './actors.ts'
import type { MatrixSchool } from './school.ts'
import type { State } from './states.ts'
import { guildWord, workWord } from './words.ts'

/** What goes with a request beside its address and the token of whoever makes it. */
type Sent = { headers?: Readonly<Record<string, string>>; payload?: string | Readonly<Record<string, unknown>> }

/**
 * One line about a request that is not a call, or that carries more than a call's input: `@name` in its address, its
 * headers and its payload is an object of the matrix's school or something a state has made. The answers are in the
 * order of the requesters, in the words of a row; a refusal without a body is its status.
 */
export type RequestRow = readonly [request: string, sent: Sent, answers: string, after?: State]

/** Who makes a request, and with which token: everybody with a session, and somebody without one. */
export const requesters = ({
  tokens,
}: MatrixSchool): readonly (readonly [who: string, token: string | undefined])[] => [
  ...[...students, ...staff].map((actor) => [actor, tokens[actor]] as const),
  ['nobody', undefined],
]

/** The request, its answer in the words of a row, and the body without its clock. */
export type Got = { asked: string; answer: string; body: string }

const answerOf = (status: number, body: string): string => {
  const words = `${body.includes(guildWord) ? 'g' : ''}${body.includes(workWord) ? 'w' : ''}`
  const { code, data } = (body.startsWith('{"code"') ? JSON.parse(body) : {}) as {
    code?: number
    data?: { reason?: string; field?: string }
  }
  if (code === undefined || code === 1) return status < 400 ? words || 'ok' : String(status)
  return `${data?.reason ?? code}${data?.reason === 'INVALID' ? `:${data.field}` : ''}${words && `+${words}`}`
}

/** Whether a request only reads. */
// A single-use address is used up by the first request it opens for.
export const onlyReads = ([request]: RequestRow): boolean => /^(?:GET|HEAD) (?!@backupLink$)/.test(request)

/** Makes the request of a row with a token. A fault of the server is thrown. */
export const requesting = (matrix: MatrixSchool) => {
  const there = objectOf(matrix)
  const spelled = (text: string): string => text.replaceAll(/@([A-Za-z]+)/g, (_, name: string) => String(there(name)))
  return async ([request, { headers = {}, payload }]: RequestRow, token: string | undefined): Promise<Got> => {
    const [method = '', ...address] = request.split(' ')
    const url = spelled(address.join(' '))
    const answer = await matrix.school.inject({
      method: method as 'GET',
      url,
      headers: { ...(filled(headers, there) as Record<string, string>), ...(token !== undefined && { token }) },
      ...(payload !== undefined && { payload: typeof payload === 'string' ? payload : filled(payload, there) }),
    })
    if (answer.statusCode >= 500) throw new Error(`${request} has status ${answer.statusCode}: ${answer.body}`)
    return { asked: `${method} ${url}`, answer: answerOf(answer.statusCode, answer.body), body: timeless(answer.body) }
  }
}

const done = /^(?:ok|g|w|gw)$/

/** The tables a request changed although it only reads or was refused. */
export const wronglyChangedBy = (row: RequestRow, { answer }: Got, changed: readonly string[]): string[] =>
  onlyReads(row) || !done.test(answer) ? withoutTraces(changed) : []

import type { Call } from '@tongchuang/contract/call.ts'
import { schemaChecker } from '../../http/formats.ts'
import { guildWord, workWord } from './words.ts'

/** An id that no row has. */
export const absentId = 2 ** 31 - 1

/** The body of an answer without values that change by themselves: its clock and the free disk space. */
export const timeless = (body: string): string =>
  body.replace(/"time":\d+/, '"time":0').replace(/"free":\d+/, '"free":0')

const checker = schemaChecker()
const checks = new Map<Call, (data: unknown) => boolean>()
const fits = (call: Call, data: unknown): boolean => {
  const check = checks.get(call) ?? checker.compile(call.output)
  checks.set(call, check)
  return check(data)
}

type Refused = { reason?: string; field?: string }

/** The number of entries in the lists and pages of an answer, and the total it states. */
const sizeOf = (data: unknown): string => {
  const parts: unknown[] = Object.values(data as object)
  const pages = parts.filter((part): part is { list: unknown[]; total?: unknown } =>
    Array.isArray((part as { list?: unknown } | null)?.list),
  )
  const lists = [data, ...parts, ...pages.map(({ list }) => list)].filter((part) => Array.isArray(part))
  if (lists.length === 0) return ''
  // A search states what it `found` as a list states its `total`.
  const { total = pages[0]?.total, found = total } = data as { total?: unknown; found?: unknown }
  return `${lists.reduce((sum, list) => sum + list.length, 0)}${typeof found === 'number' ? `/${found}` : ''}`
}

/** Summarizes an answer in the words of the matrix. Throws where it has a field that the call does not declare. */
export const answerOf = (call: Call, body: string): string => {
  const { code, data, ...rest } = JSON.parse(body) as { code: number; msg: string; time: number; data: unknown }
  const extra = Object.keys(rest).filter((name) => name !== 'msg' && name !== 'time')
  if (extra.length > 0) throw new Error(`${call.path} answers ${extra.join()} beside its data`)
  const words = `${body.includes(guildWord) ? 'g' : ''}${body.includes(workWord) ? 'w' : ''}`
  if (code === 1) {
    if (!fits(call, data))
      throw new Error(`${call.path} answers more or less than its schema: ${JSON.stringify(data).slice(0, 300)}`)
    return (words || 'ok') + sizeOf(data)
  }
  if (code !== 0) return String(code)
  const { reason = '', field } = data as Refused
  return `${reason}${reason === 'INVALID' && field !== undefined ? `:${field}` : ''}${words && `+${words}`}`
}

// Traces any call may leave: the record that it was made, and the count of wrong passwords.
const traces = new Set(['audit_entries', 'password_tries'])

export const withoutTraces = (changed: readonly string[]): string[] => changed.filter((table) => !traces.has(table))

/** The tables a call changed although it only reads or was refused. */
export const wronglyChanged = (isReading: boolean, body: string, changed: readonly string[]): string[] =>
  isReading || (JSON.parse(body) as { code: number }).code !== 1 ? withoutTraces(changed) : []

/** A row's input with the school's own ids, or with ids no row has. */
export const filled = (
  input: Readonly<Record<string, unknown>>,
  idOf: (name: string) => unknown,
): Record<string, unknown> => {
  const put = (value: unknown): unknown =>
    typeof value === 'string' && value.startsWith('@') ? idOf(value.slice(1)) : value
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, Array.isArray(value) ? value.map(put) : put(value)]),
  )
}

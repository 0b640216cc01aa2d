import type { CompiledQuery } from 'kysely'
import { CALL_NUMBER } from './connection.ts'

type Row = Record<string, unknown>

/** Reads a query with these parameters, of which some may be arrays. */
type Read = (query: CompiledQuery, parameters: readonly unknown[]) => Promise<Row[]>

type Call = { alone: () => Promise<unknown[]>; parameters: readonly unknown[] } & PromiseWithResolvers<unknown[]>

// What one statement reads delays those behind it on its connection.
const CALLS_AT_MOST = 64

/** The rows of each call, in the order of the calls. */
const byCall = (rows: readonly Row[], calls: number): Row[][] => {
  const found = Array.from({ length: calls }, (): Row[] => [])
  for (const { [CALL_NUMBER]: number, ...row } of rows) found[Number(number) - 1]?.push(row)
  return found
}

/**
 * Reads what many requests ask in one turn of the event loop by one statement: finding a row by its key costs little
 * beside sending, starting and answering a statement, here and in PostgreSQL.
 */
export const readingByTurns = (read: Read) => {
  const waiting = new Map<string, { query: CompiledQuery; calls: Call[] }>()

  const answer = async (query: CompiledQuery, calls: readonly Call[]): Promise<void> => {
    try {
      const [first] = calls
      if (calls.length === 1 && first) return first.resolve(await first.alone())
      const arrays = query.parameters.map((_, at) => calls.map(({ parameters }) => parameters[at]))
      const found = byCall(await read(query, arrays), calls.length)
      for (const [at, call] of calls.entries()) call.resolve(found[at] ?? [])
    } catch (error) {
      for (const call of calls) call.reject(error)
    }
  }

  const answerAll = (): void => {
    const all = [...waiting.values()]
    waiting.clear()
    for (const { query, calls } of all)
      for (let at = 0; at < calls.length; at += CALLS_AT_MOST) void answer(query, calls.slice(at, at + CALLS_AT_MOST))
  }

  const callsOf = (query: CompiledQuery): Call[] => {
    const { calls } = waiting.get(query.sql) ?? { calls: [] }
    waiting.set(query.sql, { query, calls })
    return calls
  }

  /** The rows of one call of a query for many; `alone` reads them if no other call comes in this turn. */
  return <R>(forMany: CompiledQuery, alone: () => Promise<R[]>): Promise<R[]> => {
    if (waiting.size === 0) setImmediate(answerAll)
    const call: Call = { alone, parameters: forMany.parameters, ...Promise.withResolvers<unknown[]>() }
    callsOf(forMany).push(call)
    return call.promise as Promise<R[]>
  }
}

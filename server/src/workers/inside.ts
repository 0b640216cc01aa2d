import { enableCompileCache } from 'node:module'
import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import { Refusal } from '@tongchuang/contract/errors.ts'
import type { Order, Report } from './messages.ts'

// The entry point of a thread. It gets one order at a time, and its modules stay loaded for the next one.

type Module = Readonly<Record<string, (input: unknown) => unknown>>

if (process.env.NODE_COMPILE_CACHE) enableCompileCache(process.env.NODE_COMPILE_CACHE)
const port = parentPort
if (port === null) throw new Error('this file is the beginning of a thread')

const loaded = new Set<string>()

const loadedFrom = async (address: string): Promise<Module> => {
  const module = (await import(address)) as Module
  if (!loaded.has(address)) {
    loaded.add(address)
    port.postMessage({ kind: 'begun' } satisfies Report)
  }
  return module
}

// Errors of stack depth, string length or array size: the input is nested too deep or grows too far.
const exhausted = /call stack|string length|array length|buffer allocation|maximum size exceeded/i

const reportOf = (error: unknown): Report => {
  if (error instanceof Refusal) return { kind: 'refused', reason: error.reason, data: error.data }
  if (error instanceof RangeError && exhausted.test(error.message)) return { kind: 'exhausted' }
  const { message, stack } = error instanceof Error ? error : new Error(String(error))
  return { kind: 'failed', message, stack }
}

const carryOut = async ({ module, name, input }: Order): Promise<Report> => {
  try {
    const run = (await loadedFrom(module))[name]
    if (run === undefined) throw new Error(`${module} has no ${name}`)
    const output = await run(input)
    const { total_heap_size, external_memory } = getHeapStatistics()
    return { kind: 'done', output, heldMb: (total_heap_size + external_memory) / 2 ** 20 }
  } catch (error) {
    return reportOf(error)
  }
}

port.on('message', (order: Order) => {
  void carryOut(order).then((report) => port.postMessage(report))
})

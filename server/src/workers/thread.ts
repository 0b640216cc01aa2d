import { Worker, type Transferable } from 'node:worker_threads'
import { Refusal } from '@tongchuang/contract/errors.ts'
import { Overloaded, TooComplex } from './errors.ts'
import type { LaneLimits } from './lanes.ts'
import type { Report } from './messages.ts'
import type { Task } from './tasks.ts'

/** What a thread is given; `transfer` hands bytes over instead of copying them. */
export type TaskRequest = { task: Task; input: unknown; deadlineMs: number; transfer: readonly Transferable[] }

export type Thread = {
  /** Runs one task; no other may start until it has settled. After `TooComplex` or a fault the thread may be gone. */
  run: (taskRequest: TaskRequest) => Promise<unknown>
  isGone: () => boolean
  /** Whether its last task left it with much memory: the engine hardly frees memory before a thread ends. */
  isGrown: () => boolean
  /** Ends it; what it was doing is refused as overload. */
  end: () => Promise<void>
}

type Settle = { resolve: (output: unknown) => void; reject: (error: unknown) => void }

// How often the memory of a task is looked at: buffers lie outside of what the engine bounds by itself.
const lookMs = 50
// Loading the product's modules takes a fraction of a second; on a stalled machine, longer.
const loadMs = 30_000
const bytes = 2 ** 20

const entry = new URL('./inside.ts', import.meta.url)

// Nothing a thread does needs the secrets in the environment of the process.
const environment = (): Record<string, string | undefined> =>
  Object.fromEntries(
    ['NODE_COMPILE_CACHE', 'TZ'].flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]]],
    ),
  )

const failure = ({ message, stack }: { message: string; stack: string | undefined }): Error =>
  Object.assign(new Error(message), stack && { stack })

/** Starts a thread within these limits. It keeps no process alive by itself. */
// oxlint-disable-next-line max-lines-per-function -- a thread, its task and its deadline are one state, which nothing else may touch
export const startThread = ({ heapMb, keptMb, buffersMb }: LaneLimits): Thread => {
  const worker = new Worker(entry, {
    execArgv: [],
    env: environment(),
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 6, stackSizeMb: 4 },
  })
  worker.unref()
  const loaded = new Set<string>()
  let isGone = false
  let isGrown = false
  let waiting: Settle | null = null
  let watch: NodeJS.Timeout | undefined
  let began = 0
  let deadlineMs = 0
  let module = ''

  const settle = (how: (waiting: Settle) => void): void => {
    clearTimeout(watch)
    const settled = waiting
    waiting = null
    worker.unref()
    if (settled) how(settled)
  }

  const end = async (reason: Refusal = new Overloaded()): Promise<void> => {
    isGone = true
    settle(({ reject }) => reject(reason))
    await worker.terminate()
  }

  const cut = (): void => void end(new TooComplex())

  const holdsTooMuch = async (): Promise<boolean> => {
    try {
      return (await worker.getHeapStatistics()).external_memory > buffersMb * bytes
    } catch {
      // It has just ended; its own event says how.
      return false
    }
  }

  const look = (): void => {
    const isOver = performance.now() - began >= deadlineMs
    // A report that has already arrived is read first: the deadline applies to the thread, not to this one.
    if (isOver) {
      const taskRequest = waiting
      setImmediate(() => taskRequest === waiting && cut())
      return
    }
    const taskRequest = waiting
    void holdsTooMuch().then((tooMuch) => {
      if (waiting === null || waiting !== taskRequest) return
      if (tooMuch) cut()
      else watchOn()
    })
  }

  const watchOn = (): void => {
    watch = setTimeout(look, Math.max(1, Math.min(lookMs, deadlineMs - (performance.now() - began))))
  }

  const begin = (): void => {
    began = performance.now()
    clearTimeout(watch)
    watchOn()
  }

  worker.on('message', (report: Report) => {
    if (report.kind === 'begun') {
      loaded.add(module)
      begin()
    } else if (report.kind === 'done') {
      isGrown = report.heldMb > keptMb
      settle(({ resolve }) => resolve(report.output))
    } else if (report.kind === 'refused') settle(({ reject }) => reject(new Refusal(report.reason, report.data)))
    else if (report.kind === 'exhausted') settle(({ reject }) => reject(new TooComplex()))
    else settle(({ reject }) => reject(failure(report)))
  })
  worker.on('error', (error: NodeJS.ErrnoException) => {
    isGone = true
    settle(({ reject }) => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooComplex() : error))
  })
  worker.on('exit', (code) => {
    isGone = true
    settle(({ reject }) => reject(new Error(`a thread ended with ${code} within a task`)))
  })

  return {
    run: ({ task, input, transfer, ...limits }) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        deadlineMs = limits.deadlineMs
        module = task.module
        worker.ref()
        // What cannot be sent is refused here, before the thread knows of it.
        try {
          worker.postMessage({ module: task.module, name: task.name, input }, transfer)
        } catch (error) {
          settle((settled) => settled.reject(error))
          return
        }
        if (loaded.has(module)) begin()
        else watch = setTimeout(cut, loadMs)
      }),
    isGone: () => isGone,
    isGrown: () => isGrown,
    end: () => end(),
  }
}

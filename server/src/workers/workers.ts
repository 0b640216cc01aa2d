import type { Transferable } from 'node:worker_threads'
import type { Logger } from 'pino'
import { TooComplex } from './errors.ts'
import { createKept } from './kept.ts'
import { createLane, type For, type Lane } from './lane.ts'
import { lanes, type LaneLimits, type LaneName } from './lanes.ts'
import { tasks, type TaskInput, type TaskOutput, type TaskTable } from './tasks.ts'

export type RunOptions = {
  /** Overrides the task’s own deadline, in milliseconds from the moment a thread begins. */
  deadlineMs?: number
  /** The person the task is for: nobody’s tasks can fill the queue of others. */
  person?: For
  /** Under this key the output is kept in memory for a while, for whoever asks the same again. */
  keep?: string
  /** Buffers handed over instead of copied. */
  transfer?: readonly Transferable[]
}

export type WorkersOf<Tasks extends TaskTable> = {
  /**
   * Does a task in a thread. Throws the task’s own refusals; `TooComplex` at its deadline or its memory limit,
   * `Overloaded` where too much waits. The deadline counts from when the thread begins, not from now.
   */
  run: <Name extends keyof Tasks>(
    name: Name,
    input: TaskInput<Tasks[Name]>,
    options?: RunOptions,
  ) => Promise<TaskOutput<Tasks[Name]>>
  /** The number of living threads in all lanes. */
  threads: () => number
  /** Ends every thread; what is under way or comes later is refused as overload. */
  close: () => Promise<void>
}
export type Workers = WorkersOf<typeof tasks>

/** Other limits than the product’s, for tests. */
export type OtherLimits<Name extends PropertyKey> = {
  lanes?: Partial<Record<LaneName, Partial<LaneLimits>>>
  deadlineMs?: Partial<Record<Name, number>>
}

export type WorkersParts<Tasks extends TaskTable> = { log: Logger; tasks: Tasks; limits?: OtherLimits<keyof Tasks> }

/** Threads over a table of tasks. None starts before the first task. */
export const workersOver = <Tasks extends TaskTable>({
  log,
  tasks: table,
  limits = {},
}: WorkersParts<Tasks>): WorkersOf<Tasks> => {
  const kept = createKept()
  const opened = new Map<LaneName, Lane>()
  let isClosed = false

  const laneOf = (name: LaneName): Lane => {
    const lane = opened.get(name) ?? createLane({ ...lanes[name], ...limits.lanes?.[name] })
    opened.set(name, lane)
    if (isClosed) void lane.close()
    return lane
  }

  const carryOut = async (
    name: keyof Tasks & string,
    input: unknown,
    { deadlineMs, person = '', transfer = [] }: RunOptions,
  ): Promise<unknown> => {
    const task = table[name]
    if (task === undefined) throw new Error(`there is no task ${name}`)
    try {
      return await laneOf(task.lane).run(
        { task, input, deadlineMs: limits.deadlineMs?.[name] ?? deadlineMs ?? task.deadlineMs, transfer },
        person,
      )
    } catch (error) {
      if (error instanceof TooComplex) log.warn({ task: name, person }, 'a task was cut short')
      throw error
    }
  }

  return {
    run: async (name, input, options = {}) => {
      const make = () => carryOut(String(name) as keyof Tasks & string, input, options)
      const output = options.keep === undefined ? make() : kept.get(`${String(name)} ${options.keep}`, make)
      return (await output) as TaskOutput<(typeof table)[typeof name]>
    },
    threads: () => [...opened.values()].reduce((sum, lane) => sum + lane.threads(), 0),
    close: async () => {
      isClosed = true
      await Promise.all([...opened.values()].map((lane) => lane.close()))
    },
  }
}

/** The threads of the product. */
export const createWorkers = ({
  log,
  limits = {},
}: {
  log: Logger
  limits?: OtherLimits<keyof typeof tasks> | undefined
}): Workers => workersOver({ log, tasks, limits })

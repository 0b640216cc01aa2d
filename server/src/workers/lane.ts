import { Overloaded } from './errors.ts'
import type { LaneLimits } from './lanes.ts'
import { startThread, type TaskRequest, type Thread } from './thread.ts'

/** The person a task is for: each person's tasks wait in a queue of their own, and the queues take turns. */
export type For = string | number

export type Lane = {
  run: (taskRequest: TaskRequest, person: For) => Promise<unknown>
  /** The number of living threads. */
  threads: () => number
  close: () => Promise<void>
}

type Waiting = { taskRequest: TaskRequest; resolve: (output: unknown) => void; reject: (error: unknown) => void }

const idleMs = 60_000

/** Threads of one kind and the tasks that wait for them. */
// oxlint-disable-next-line max-lines-per-function -- its threads and who waits for one are one state, which nothing else may touch
export const createLane = (limits: LaneLimits): Lane => {
  const busy = new Set<Thread>()
  const idle: { thread: Thread; timer: NodeJS.Timeout }[] = []
  const queues = new Map<For, Waiting[]>()
  let waiting = 0
  let isClosed = false

  const rest = (thread: Thread): void => {
    if (thread.isGone()) return
    if (isClosed || thread.isGrown()) {
      void thread.end()
      return
    }
    const resting = { thread, timer: setTimeout(() => retire(resting), idleMs).unref() }
    idle.push(resting)
  }

  const retire = (resting: (typeof idle)[number]): void => {
    idle.splice(idle.indexOf(resting), 1)
    void resting.thread.end()
  }

  /** An idle thread, a new one where the limit allows it, else null. */
  const freeThread = (): Thread | null => {
    const rested = idle.pop()
    if (rested) {
      clearTimeout(rested.timer)
      return rested.thread.isGone() ? freeThread() : rested.thread
    }
    return busy.size < limits.threads ? startThread(limits) : null
  }

  /** The first task of the person who has waited longest for a turn; their other tasks go behind everybody else’s. */
  const takeNext = (): Waiting | undefined => {
    const [first] = queues
    if (!first) return undefined
    const [person, queue] = first
    const next = queue.shift()
    queues.delete(person)
    if (queue.length > 0) queues.set(person, queue)
    waiting -= 1
    return next
  }

  const carryOut = async (thread: Thread, { taskRequest, resolve, reject }: Waiting): Promise<void> => {
    busy.add(thread)
    try {
      resolve(await thread.run(taskRequest))
    } catch (error) {
      reject(error)
    } finally {
      busy.delete(thread)
      rest(thread)
      goOn()
    }
  }

  const goOn = (): void => {
    while (waiting > 0) {
      const thread = freeThread()
      if (!thread) return
      const next = takeNext()
      if (!next) return
      void carryOut(thread, next)
    }
  }

  return {
    run: (taskRequest, person) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(person) ?? []
        if (isClosed || waiting >= limits.queue || queue.length >= limits.queuePerPerson) {
          reject(new Overloaded())
          return
        }
        queue.push({ taskRequest, resolve, reject })
        queues.set(person, queue)
        waiting += 1
        goOn()
      }),
    threads: () => busy.size + idle.length,
    close: async () => {
      isClosed = true
      for (const queue of queues.values()) for (const { reject } of queue) reject(new Overloaded())
      queues.clear()
      waiting = 0
      const resting = idle.splice(0)
      for (const { timer } of resting) clearTimeout(timer)
      await Promise.all([...resting.map(({ thread }) => thread.end()), ...[...busy].map((thread) => thread.end())])
    },
  }
}

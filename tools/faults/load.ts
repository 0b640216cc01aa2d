import { setTimeout as sleep } from 'node:timers/promises'
import { createJournal, type Journal } from './journal.ts'
import { createLine, createMeter, type Line, type Meter } from './line.ts'
import type { School } from './school.ts'
import { adminAtWork, teacherAtWork } from './staff.ts'
import { studentAtWork } from './students.ts'

export type Load = {
  readonly journal: Journal
  readonly line: Line
  /** Restarts the meter and returns the previous counts. */
  takeMeter: () => Meter
  /** Waits until no work is in flight; `false` if somebody had no answer for a minute. */
  pause: () => Promise<boolean>
  resume: () => void
  /** Waits until `more` further operations are acknowledged; `false` if the time runs out. */
  acknowledged: (more: number, withinMs: number) => Promise<boolean>
  stop: () => Promise<void>
}

/** Starts all simulated users, who work over real connections until the load is stopped. */
export const startLoad = (school: School, addresses: () => readonly string[], { makesBackups = false } = {}): Load => {
  const journal = createJournal()
  let isOver = false
  const line = createLine(journal, addresses, () => isOver)
  let open = Promise.withResolvers<void>()
  open.resolve()
  let atWork = 0

  const gate = async () => {
    atWork -= 1
    await open.promise
    atWork += 1
  }
  const employ = async (work: Promise<void>) => {
    atWork += 1
    await work
    atWork -= 1
  }
  const everybody = [
    ...school.students.map((student) => studentAtWork(line, school, student, gate)),
    teacherAtWork(line, school, gate),
    adminAtWork(line, school, gate, makesBackups),
  ].map(employ)

  const until = async (isSo: () => boolean, withinMs: number): Promise<boolean> => {
    const end = performance.now() + withinMs
    while (!isSo()) {
      if (performance.now() > end) return false
      await sleep(10)
    }
    return true
  }
  return {
    journal,
    line,
    takeMeter: () => {
      const { meter } = line
      line.meter = createMeter()
      return meter
    },
    pause: async () => {
      open = Promise.withResolvers<void>()
      return until(() => atWork === 0, 60_000)
    },
    resume: () => open.resolve(),
    acknowledged: (more, withinMs) => {
      const wanted = journal.count() + more
      return until(() => journal.count() >= wanted, withinMs)
    },
    stop: async () => {
      isOver = true
      open.resolve()
      await Promise.all(everybody)
    },
  }
}

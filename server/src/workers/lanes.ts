/** How much a lane may take: threads start when they are needed and end when nobody needs them for a while. */
export type LaneLimits = {
  threads: number
  /** Tasks that may wait, of everybody and of one person; one more is refused as overload. */
  queue: number
  queuePerPerson: number
  /** What one thread may hold: objects, and bytes in buffers. */
  heapMb: number
  /** A thread that holds more after a task is ended: the next one starts afresh. */
  keptMb: number
  buffersMb: number
}

/**
 * Tasks of different weight never wait for each other: a table of thousands of rows or a film holds up nobody’s text. All
 * threads together hold less than the rest of the process; two machine cores are what a small school has.
 */
export const lanes = {
  /** What somebody waits for at a press: texts, programs, formulas. */
  quick: { threads: 2, queue: 256, queuePerPerson: 32, heapMb: 64, keptMb: 60, buffersMb: 32 },
  /** What may take seconds: tables, archives, texts that were cut short once. */
  heavy: { threads: 1, queue: 32, queuePerPerson: 4, heapMb: 128, keptMb: 40, buffersMb: 96 },
  /** Pictures. */
  pictures: { threads: 1, queue: 128, queuePerPerson: 64, heapMb: 64, keptMb: 32, buffersMb: 96 },
  /** Recordings and films: nobody waits for the notes of an hour of film to see a picture. */
  recordings: { threads: 1, queue: 128, queuePerPerson: 64, heapMb: 64, keptMb: 32, buffersMb: 96 },
} as const satisfies Record<string, LaneLimits>

export type LaneName = keyof typeof lanes

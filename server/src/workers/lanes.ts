/** The limits of a lane: threads start on demand and end after some idle time. */
export type LaneLimits = {
  threads: number
  /** Tasks that may wait, of everybody and of one person; one more is refused as overload. */
  queue: number
  queuePerPerson: number
  /** Memory one thread may hold, in MB: objects, and bytes in buffers. */
  heapMb: number
  /** A thread that holds more after a task is ended: the next one starts afresh. */
  keptMb: number
  buffersMb: number
}

/**
 * Tasks of different weight never wait for each other: a table of thousands of rows or a film does not delay anybody’s
 * text. The limits bound the memory of all threads together; a small school has two processor cores.
 */
export const lanes = {
  /** Work somebody waits for after a press: texts, programs, formulas. */
  quick: { threads: 2, queue: 256, queuePerPerson: 32, heapMb: 64, keptMb: 60, buffersMb: 32 },
  /** Work that may take seconds: tables, archives, texts that once exceeded their deadline. */
  heavy: { threads: 1, queue: 32, queuePerPerson: 4, heapMb: 128, keptMb: 40, buffersMb: 96 },
  /** Pictures. */
  pictures: { threads: 1, queue: 128, queuePerPerson: 64, heapMb: 64, keptMb: 32, buffersMb: 96 },
  /**
   * Recordings and films, apart from pictures, so that no picture waits while metadata is removed from an hour of film.
   */
  recordings: { threads: 1, queue: 128, queuePerPerson: 64, heapMb: 64, keptMb: 32, buffersMb: 96 },
} as const satisfies Record<string, LaneLimits>

export type LaneName = keyof typeof lanes

/**
 * Milliseconds of work this thread has done. What a text or a file costs is held by it: time on the clock also counts what
 * else the machine does meanwhile.
 */
export const cpuTime = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * Milliseconds of CPU time this thread has used. Tests measure the cost of a text or file by it, because wall-clock
 * time includes other work on the machine.
 */
export const cpuTime = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

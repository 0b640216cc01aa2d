/**
 * A real object store for the tests, in a process of its own: it is forked by start.ts, answers the settings that lead to it
 * and stops when it is told to or when whoever forked it is gone, however that end came.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bringSwift, startSwift } from './swift.ts'

const begin = async (): Promise<void> => {
  const missing = bringSwift()
  if (missing !== null) {
    process.send?.({ missing })
    process.disconnect?.()
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'tongchuang-objects-'))
  try {
    const { settings, running } = await startSwift(folder)
    process.on('disconnect', () => {
      for (const child of running) child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      process.exit()
    })
    process.on('SIGINT', () => undefined) // Ctrl-C reaches the whole group; we end when our starter does
    process.send?.({ settings })
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    process.send?.({ missing: error instanceof Error ? error.message : String(error) })
    process.disconnect?.()
  }
}

await begin()

/**
 * A real object store for the tests, in a process of its own, forked by start.ts. It sends the settings to reach it, is
 * killed and started again on request, and stops with its parent, however the parent ends.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bringSwift, startSwift } from './swift.ts'

/** The orders the store accepts: `kill` ends it as a power cut would, `begin` starts it again. */
export type Order = 'kill' | 'begin'

const serve = async (): Promise<void> => {
  const missing = bringSwift()
  if (missing !== null) {
    process.send?.({ missing })
    process.disconnect?.()
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'tongchuang-objects-'))
  try {
    const { settings, kill, begin, end } = await startSwift(folder)
    const orders: Readonly<Record<Order, () => Promise<void>>> = { kill, begin }
    process.on('message', (order: Order) =>
      orders[order]().then(
        () => process.send?.({ done: order }),
        (error: unknown) => process.send?.({ done: order, problem: String(error) }),
      ),
    )
    process.on('disconnect', () => {
      end()
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

await serve()

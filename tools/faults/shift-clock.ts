/**
 * Loaded before the product: its wall clock runs ahead by the milliseconds in the file named by CLOCK_SHIFT. The
 * monotonic clock and timers are unchanged, as on a machine whose time is set.
 */
import { readFileSync } from 'node:fs'

const file = process.env.CLOCK_SHIFT ?? ''
const RealDate = Date
let shift = 0

const read = () => {
  shift = Number(readFileSync(file, 'utf8')) || 0
}
read()
setInterval(read, 50).unref()

const now = (): number => RealDate.now() + shift

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
  get: (target, name, receiver) => (name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown)),
})

import { readSettings } from '../config.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { listen, openSchool } from '../start.ts'
import { stop, stopOnSignal } from '../stop.ts'

/**
 * Starts the product as `npm start` does, and with `--demo` as `npm run demo` does, for journeys. Two browsers take the
 * cores it would need to be quick, so it may answer late and refuses no request for load.
 */
const config = prepareDataFolder(readSettings(process.env, { demo: process.argv.includes('--demo') }))
const app = await openSchool(config, { maxTurn: Infinity, maxDelay: Infinity, budget: 30_000 })
const work = { end: async () => {} }
stopOnSignal(() => stop(app, () => work.end()), app.log)
work.end = await listen(app)

import { registerHooks } from 'node:module'

// Journeys log in a thousand times, and none is about what a password costs.
const cheap = new URL('cheap-passwords.ts', import.meta.url).href
registerHooks({
  resolve: (name, context, next) => next(name.endsWith('/password-cost.ts') ? cheap : name, context),
})
const { readSettings } = await import('../config.ts')
const { prepareDataFolder } = await import('../data-folder.ts')
const { listen, openSchool } = await import('../start.ts')
const { stop, stopOnSignal } = await import('../stop.ts')

/**
 * Starts the product as `npm start` does, and with `--demo` as `npm run demo` does, for journeys. Two browsers take the
 * cores it would need to be quick, so it may answer late and refuses no request for load.
 */
const config = prepareDataFolder(readSettings(process.env, { demo: process.argv.includes('--demo') }))
const app = await openSchool(config, { maxTurn: Infinity, maxDelay: Infinity, budget: 30_000 })
const work = { end: async () => {} }
stopOnSignal(() => stop(app, () => work.end()), app.log)
work.end = await listen(app)

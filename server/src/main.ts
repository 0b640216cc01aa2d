import { parseArgs } from 'node:util'
import { loadEnvFile } from './config-file.ts'
import { readSettings, type Config } from './config.ts'
import { prepareDataFolder } from './data-folder.ts'
import { listen, openSchool } from './start.ts'
import { printProblems, startProblems } from './start-problems.ts'
import { stop, stopOnSignal } from './stop.ts'

// A folder that was made by hand is often open to everybody on the machine: what is written into it is not.
process.umask(0o077)

let config: Config | undefined
try {
  const { values } = parseArgs({ options: { demo: { type: 'boolean' }, large: { type: 'boolean' } } })
  loadEnvFile()
  config = prepareDataFolder(readSettings(process.env, { demo: values.demo ?? false }))
  const app = await openSchool(config)
  // Before the first line is printed, because its reader may respond with a signal.
  const work = { end: async () => {} }
  stopOnSignal(() => stop(app, () => work.end()), app.log)
  work.end = await listen(app, { large: values.large ?? false })
  // Promises of this code base are always handled; if a library rejects unhandled, the server keeps running.
  process.on('unhandledRejection', (cause) => app.log.error({ err: cause }, 'unhandled rejection'))
} catch (error) {
  printProblems(startProblems(error, config))
  process.exit(1)
}

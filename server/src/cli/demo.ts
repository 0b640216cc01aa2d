import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { App } from '../app-services.ts'
import { readSettings } from '../config.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { resetSample } from '../demo/reset.ts'
import { samplePassword } from '../sample-password.ts'
import { openSchool } from '../start.ts'
import type { Command } from './command.ts'

const withSchool = async (work: (app: App) => Promise<void>): Promise<number> => {
  const app = await openSchool(prepareDataFolder(readSettings(process.env)))
  try {
    await work(app)
    return 0
  } finally {
    await app.http.close()
    await app.database.close()
  }
}

/** Outside the sample's own folder its accounts get a random password instead of the published one, shown this once. */
const passwordFor = (app: App): string => (app.config.demo ? samplePassword : randomBytes(9).toString('base64url'))

// One line per tenth of the work, so that progress is readable in a log too.
const sayProgress = (made: number, of: number): void => {
  if (made % Math.ceil(of / 10) === 0) console.log(`公会 / guilds: ${made} / ${of}`)
}

export const demoLoad: Command = {
  name: 'demo load',
  takes: '[--large]',
  does: { zh: '载入演示学校', en: 'load the sample school' },
  run: (args) =>
    withSchool(async (app) => {
      const { values } = parseArgs({ args: [...args], options: { large: { type: 'boolean' } } })
      const password = passwordFor(app)
      // Imported here, so that other commands do not load the sample.
      const { loadSample } = await import('../demo/load.ts')
      if (await loadSample(app, password))
        console.log(`演示学校已载入，密码（只显示这一次）/ sample school loaded, password (shown once): ${password}`)
      else console.log('演示学校已经在了 / the sample school is there already')
      const { largeSize, loadLarge } = await import('../demo/large.ts')
      if (values.large && (await loadLarge(app, largeSize, { password, onGuild: sayProgress })))
        console.log(
          `300 个公会、20,000 名学生已载入，密码（只显示这一次）/ 300 guilds and 20,000 students loaded, password (shown once): ${password}`,
        )
    }),
}

export const demoReset: Command = {
  name: 'demo reset',
  does: { zh: '移除演示学校，别的都留下', en: 'remove the sample school and nothing else' },
  run: () =>
    withSchool(async (app) => {
      const people = await resetSample(app)
      if (people === 0) console.log('这里没有演示学校 / there is no sample school here')
      else console.log(`演示学校已移除（${people} 个账号）/ sample school removed (${people} accounts)`)
    }),
}

import { readSettings, type Config } from '../config.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { openDatabase } from '../db/open.ts'
import type { Bilingual } from '../http/language.ts'
import { examine, examineDisk, type Examined, type Finding } from '../school/examination.ts'
import { problemsOf } from '../start-problems.ts'
import type { Command } from './command.ts'

const names: Record<Examined, Bilingual> = {
  disk: { zh: '磁盘', en: 'disk' },
  database: { zh: '数据库', en: 'database' },
  schema: { zh: '结构', en: 'schema' },
  secret: { zh: '服务器密钥', en: 'secret' },
  store: { zh: '文件存储', en: 'file store' },
  files: { zh: '文件', en: 'files' },
  pages: { zh: '网页', en: 'pages' },
  mail: { zh: '邮件', en: 'mail' },
  address: { zh: '公开地址', en: 'public address' },
  outside: { zh: '班级群', en: 'class groups' },
  providers: { zh: '登录方式', en: 'log-in providers' },
}

const inBoth = ({ zh, en }: Bilingual): string => (zh === en ? zh : `${zh} / ${en}`)

const examined = async (config: Config): Promise<Finding[]> => {
  try {
    const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir })
    return await examine(config, database).finally(() => database.close())
  } catch (error) {
    // On a full disk the database cannot be opened, so the disk is checked as well.
    return [await examineDisk(config), { what: 'database', state: 'wrong', detail: problemsOf(error) }]
  }
}

/** Checks everything a school needs to run and prints what is wrong. */
export const doctor: Command = {
  name: 'doctor',
  does: { zh: '检查运行环境', en: 'examine this installation' },
  run: async () => {
    try {
      const config = prepareDataFolder(readSettings(process.env))
      console.log(`✓ Node: ${process.version}`)
      console.log(
        `✓ 时区 / time zone: ${Intl.DateTimeFormat().resolvedOptions().timeZone}, ${new Date().toISOString()}`,
      )
      console.log(`✓ 数据目录 / data: ${config.dataDir}`)
      const findings = await examined(config)
      for (const { what, state, detail } of findings)
        console.log(`${state === 'wrong' ? '✗' : '✓'} ${inBoth(names[what])}: ${inBoth(detail)}`)
      return findings.some(({ state }) => state === 'wrong') ? 1 : 0
    } catch (error) {
      console.log(`✗ ${inBoth(problemsOf(error))}`)
      return 1
    }
  },
}

import { readSettings, type Settings } from '../config.ts'
import { printProblems, startProblems } from '../start-problems.ts'
import type { Command } from './command.ts'

const shown = (settings: Settings): [string, string][] => [
  ['PORT', String(settings.port)],
  ['HOST', settings.host],
  ['BASE_URL', settings.baseUrl ?? '—'],
  ['ADMIN_SITE_URL', settings.adminSiteUrl ?? '—'],
  ['DATA_DIR', settings.dataDir],
  // Secrets are shown as set or not: this list is what people paste when they ask for help.
  ['DATABASE_URL', settings.databaseUrl ? 'PostgreSQL' : 'SQLite'],
  ['SECRET', settings.secret ? '***' : 'DATA_DIR/secret'],
  ['TRUST_PROXY', String(settings.trustProxy)],
  ['S3_ENDPOINT', settings.objects ? (settings.objects.endpoint ?? settings.objects.region) : '—'],
  ['S3_BUCKET', settings.objects?.bucket ?? '—'],
  ['S3_LINKS', settings.objects?.links ? 'on' : 'off'],
  ['LOG_LEVEL', settings.logLevel],
  ['ACCESS_LOG', settings.accessLog ? 'on' : 'off'],
  ['SMTP_URL', settings.smtpUrl ? '***' : '—'],
  ['MAIL_FROM', settings.mailFrom || '—'],
  ['ADMIN_EMAIL', settings.adminEmail ?? '—'],
  ['OUTBOUND_ALLOW', settings.outboundAllow.join(', ') || '—'],
  ['DEMO', settings.demo ? '1' : '0'],
  ['MIGRATE', settings.migrate ? 'on' : 'off'],
]

/** Says what the settings mean, or everything that is wrong with them. */
export const configCheck: Command = {
  name: 'config check',
  does: { zh: '检查所有设置', en: 'check every setting' },
  run: async () => {
    try {
      const settings = readSettings(process.env)
      for (const [name, value] of shown(settings)) console.log(`${name.padEnd(16)}${value}`)
      return 0
    } catch (error) {
      printProblems(startProblems(error))
      return 1
    }
  },
}

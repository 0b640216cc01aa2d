import { readSettings, type Settings } from '../config.ts'
import { printProblems, startProblems } from '../start-problems.ts'
import type { Command } from './command.ts'

const secret = (value: string | null | undefined): string => (value ? '***' : '—')
const onOff = (isOn: boolean | undefined): string => (isOn ? 'on' : 'off')

/** Every setting as it is understood. */
export const shown = (settings: Settings): [string, string][] => [
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
  ['S3_REGION', settings.objects?.region ?? '—'],
  ['S3_BUCKET', settings.objects?.bucket ?? '—'],
  ['S3_ACCESS_KEY_ID', secret(settings.objects?.accessKeyId)],
  ['S3_SECRET_ACCESS_KEY', secret(settings.objects?.secretAccessKey)],
  ['S3_FORCE_PATH_STYLE', onOff(settings.objects?.forcePathStyle)],
  ['S3_LINKS', onOff(settings.objects?.links)],
  ['LOG_LEVEL', settings.logLevel],
  ['ACCESS_LOG', onOff(settings.accessLog)],
  ['SMTP_URL', secret(settings.smtpUrl)],
  ['MAIL_FROM', settings.mailFrom || '—'],
  ['ADMIN_EMAIL', settings.adminEmail ?? '—'],
  ['ADMIN_PASSWORD', secret(settings.adminPassword)],
  ['METRICS_PORT', settings.metricsPort === null ? '—' : String(settings.metricsPort)],
  ['METRICS_TOKEN', secret(settings.metricsToken)],
  ['OUTBOUND_ALLOW', settings.outboundAllow.join(', ') || '—'],
  ['DEMO', settings.demo ? '1' : '0'],
  ['NODE_EXTRA_CA_CERTS', process.env.NODE_EXTRA_CA_CERTS || '—'],
  ['MIGRATE', onOff(settings.migrate)],
]

/** Prints the settings as they are understood, or everything that is wrong with them. */
export const configCheck: Command = {
  name: 'config check',
  does: { zh: '检查所有设置', en: 'check every setting' },
  run: async () => {
    try {
      const settings = readSettings(process.env)
      for (const [name, value] of shown(settings)) console.log(`${name.padEnd(22)}${value}`)
      return 0
    } catch (error) {
      printProblems(startProblems(error))
      return 1
    }
  },
}

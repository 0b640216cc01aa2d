import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { secretNames, settingNames } from '../config-text.ts'
import { configCheck } from './config-check.ts'

let printed = ''
beforeEach(() => {
  printed = ''
  vi.spyOn(console, 'log').mockImplementation((text: string) => void (printed += `${text}\n`))
  for (const name of settingNames) vi.stubEnv(name, '')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const lineOf = (name: string): string | undefined => printed.split('\n').find((line) => line.startsWith(`${name} `))

test('an operator who checks the settings reads every one of them, and of no secret more than that it is set', async () => {
  const given = {
    ...{
      METRICS_PORT: '9464',
      METRICS_TOKEN: 'a-token-of-sixteen',
      ADMIN_EMAIL: 'a@b.cn',
      ADMIN_PASSWORD: 'a-pass-word',
    },
    ...{ S3_BUCKET: 'bucket', S3_REGION: 'cn-north-1', S3_ACCESS_KEY_ID: 'a-key-id', S3_SECRET_ACCESS_KEY: 'a-key' },
    ...{ SMTP_URL: 'smtp://user:a-pass@mail.cn', MAIL_FROM: 'a@b.cn', DATABASE_URL: 'postgres://user:a-pass@db/x' },
    SECRET: 'a-secret-of-more-than-thirty-two-letters',
  }
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value)
  expect(await configCheck.run([])).toBe(0)
  const files = secretNames.map((name) => `${name}_FILE`)
  expect(settingNames.filter((name) => !files.includes(name) && lineOf(name) === undefined)).toEqual([])
  expect(lineOf('METRICS_PORT')).toMatch(/ 9464$/)
  expect(lineOf('METRICS_TOKEN')).toMatch(/ \*\*\*$/)
  expect(printed).not.toMatch(/a-token|a-pass|a-key|a-secret/)
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSettings } from './config.ts'
import { saidOfAccess } from './data-access.ts'
import { problemsOf } from './testing/problems-of.ts'

const folder = mkdtempSync(join(tmpdir(), 'config-places-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('an operator who writes ~ or $HOME into DATA_DIR is told, since no shell reads it and the next version would not find the school', () => {
  for (const path of ['~/school', '~', '$HOME/school', '${HOME}/school', '%APPDATA%\\school']) {
    const [problem, ...others] = problemsOf({ DATA_DIR: path })
    expect(problem).toContain(`「${path}」`)
    expect(problem).toContain('DATA_DIR must be a whole path')
    expect(others).toEqual([])
  }
  for (const path of ['/srv/学校 数据', 'data', 'a~b/$c', '\\\\files\\school$\\data'])
    expect(readSettings({ DATA_DIR: path }).dataDir).toBe(path)
})

test('a path of another system in DATA_DIR is told', () => {
  const path = process.platform === 'win32' ? '/srv/school' : 'D:\\school'
  if (process.platform === 'win32') expect(problemsOf({ DATA_DIR: path })).toEqual([])
  else expect(problemsOf({ DATA_DIR: path })[0]).toContain(`「${path}」`)
})

test('a mail password with / ? # or @ is answered with how to write them, and never repeated', () => {
  const sender = { MAIL_FROM: 'a@school.cn' }
  for (const password of ['hunter/2', '12/hunter', 'hunter?2', '12?hunter', 'hunter#2', '12#hunter', 'Abc@123#'])
    expect(problemsOf({ SMTP_URL: `smtp://guild%40school.cn:${password}@mail.school.cn:465`, ...sender })).toEqual([
      expect.stringMatching(/^SMTP_URL (?!.*(hunter|Abc)).*%2F %3F %23 %40/),
    ])
  for (const url of [
    'smtps://guild%40school.cn:a%2Fb%40c%23@mail.school.cn:465',
    'smtp://guild@school.cn:code@mail.school.cn',
    'smtp://mail:587/?requireTLS=true&name=guild@school.cn',
    'smtp://127.0.0.1:25',
  ])
    expect(readSettings({ SMTP_URL: url, ...sender }).smtpUrl).toBe(url)
})

test('the command that an operator is told to run as root names one folder, whatever its name has in it', () => {
  const named = join(folder, "学校 一's data")
  const { zh, en } = saidOfAccess(named, 'EACCES', named)
  const quoted = `'${folder}/学校 一'\\''s data'`
  expect(zh.endsWith(` ${quoted}`)).toBe(true)
  expect(en.endsWith(` ${quoted}`)).toBe(true)
  const plain = join(folder, 'data')
  expect(saidOfAccess(plain, 'EACCES', plain).zh.endsWith(` ${plain}`)).toBe(true)
})

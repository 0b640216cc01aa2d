import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readSettings, WrongSettings } from './config.ts'
import { prepareDataFolder } from './data-folder.ts'
import { DatabaseNewer, DatabaseUnavailable, translated } from './db/errors.ts'
import { sitePolicy } from './http/headers.ts'
import { startProblems } from './start-problems.ts'
import { linkOrigin } from './storage/link-origin.ts'
import { problemsOf } from './testing/problems-of.ts'

const folder = mkdtempSync(join(tmpdir(), 'config-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('settings', () => {
  test('without any, the school listens on every interface of port 3000 and keeps its data in data/', () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      host: '0.0.0.0',
      dataDir: 'data',
      databaseUrl: null,
      baseUrl: null,
      adminSiteUrl: null,
      basePath: '',
      https: false,
      demo: false,
      trustProxy: false,
      smtpUrl: null,
      metricsPort: null,
      metricsToken: null,
      outboundAllow: [],
      objects: null,
      accessLog: false,
      migrate: true,
    })
  })

  test('the sample school listens to this machine alone, unless HOST is set', () => {
    expect(readSettings({}, { demo: true })).toMatchObject({ host: '127.0.0.1', dataDir: 'data-demo', demo: true })
    expect(readSettings({ DEMO: '1', HOST: '0.0.0.0', DATA_DIR: 'x' })).toMatchObject({
      host: '0.0.0.0',
      dataDir: 'x',
      demo: true,
    })
  })

  test('an address with a path gives the path prefix', () => {
    expect(readSettings({ BASE_URL: 'https://school.cn/xuehui/' })).toMatchObject({
      baseUrl: 'https://school.cn/xuehui',
      basePath: '/xuehui',
      https: true,
    })
    expect(readSettings({ BASE_URL: 'http://10.0.0.2:3000' })).toMatchObject({
      baseUrl: 'http://10.0.0.2:3000',
      basePath: '',
      https: false,
    })
    expect(readSettings({ ADMIN_SITE_URL: 'https://staff.school.cn/admin/' })).toMatchObject({
      adminSiteUrl: 'https://staff.school.cn/admin',
    })
  })

  test('TRUST_PROXY=true trusts one proxy, and a value that trusts all is refused', () => {
    expect(readSettings({ TRUST_PROXY: 'true' }).trustProxy).toBe(1)
    expect(readSettings({ TRUST_PROXY: '2' }).trustProxy).toBe(2)
    expect(readSettings({ TRUST_PROXY: '10.0.0.1, 172.16.0.0/12' }).trustProxy).toEqual(['10.0.0.1', '172.16.0.0/12'])
    expect(readSettings({ TRUST_PROXY: 'loopback, fd00::/8' }).trustProxy).toEqual(['loopback', 'fd00::/8'])
    expect(readSettings({ TRUST_PROXY: '0' }).trustProxy).toBe(false)
    const all = ['0.0.0.0/0', '::/0', '10.0.0.1/00', 'LOOPBACK']
    for (const wrong of ['abc', 'dead', '10.0.0.300', '10.0.0.0/33', '10', '::1/129', '1.2.3.4/8/8', ...all])
      expect(() => readSettings({ TRUST_PROXY: wrong }), wrong).toThrow()
  })

  test('figures for the monitoring are served where they are asked for, and a short token is refused', () => {
    expect(readSettings({})).toMatchObject({ metricsPort: null, metricsToken: null })
    const token = 'a token of the monitoring'
    expect(readSettings({ METRICS_PORT: '9464', METRICS_TOKEN: token })).toMatchObject({
      metricsPort: 9464,
      metricsToken: token,
    })
    for (const wrong of [
      { METRICS_PORT: 'x' },
      { METRICS_TOKEN: token },
      { METRICS_PORT: '9464', METRICS_TOKEN: 'short' },
    ])
      expect(() => readSettings(wrong), JSON.stringify(wrong)).toThrow()
  })

  test('targets inside the school are named with their port, as an address writes them', () => {
    const given = ' CAS.school.cn:443, 10.0.0.8:8080,[FD00::1]:443, '
    expect(readSettings({ OUTBOUND_ALLOW: given }).outboundAllow).toEqual([
      'cas.school.cn:443',
      '10.0.0.8:8080',
      '[fd00::1]:443',
    ])
    for (const wrong of [
      'cas.school.cn',
      'https://cas.school.cn:443',
      'cas.school.cn:0',
      'a@b:443',
      '*:443',
      'x:99999',
    ])
      expect(problemsOf({ OUTBOUND_ALLOW: wrong }), wrong).toHaveLength(1)
  })

  test('every problem is named at once, in one line of both languages, and no password is repeated', () => {
    const problems = problemsOf({
      PORT: '99999',
      BASE_URL: 'school',
      ADMIN_SITE_URL: 'staff.school.cn',
      DATABASE_URL: 'mysql://root:hunter2@db/x',
      SECRET: 'short',
      TRUST_PROXY: 'somebody',
      LOG_LEVEL: 'loud',
      SMTP_URL: 'http://mail',
      ADMIN_EMAIL: 'a@b.cn',
      MIGRATE: 'later',
    })
    expect(problems.map((problem) => /[A-Z_]{4,}/.exec(problem)?.[0])).toEqual([
      'SECRET',
      'PORT',
      'BASE_URL',
      'ADMIN_SITE_URL',
      'DATABASE_URL',
      'TRUST_PROXY',
      'LOG_LEVEL',
      'SMTP_URL',
      'SMTP_URL',
      'ADMIN_EMAIL',
      'MIGRATE',
    ])
    for (const problem of problems) {
      expect(problem).toMatch(/\p{Script=Han}.* \/ [A-Za-z]/u)
      expect(problem).not.toContain('\n')
      expect(problem).not.toContain('hunter2')
    }
  })

  test.each(['BASE_URL', 'ADMIN_SITE_URL'])(
    '%s is a bare address: a name, a password, a query or a fragment is refused and not repeated',
    (name) => {
      for (const address of [
        'https://:hunter2@school.cn',
        'https://root:hunter2@school.cn',
        'https://school.cn/?key=hunter2',
        'https://school.cn/#hunter2',
        'https://school.cn?',
      ]) {
        const problems = problemsOf({ [name]: address })
        expect(problems).toHaveLength(1)
        expect(problems[0]).not.toContain('hunter2')
      }
    },
  )

  test('a secret may be the content of a file, but not both', () => {
    const path = join(folder, 'secret-file')
    writeFileSync(path, `${'s'.repeat(40)}\n`)
    expect(readSettings({ SECRET_FILE: path }).secret).toBe('s'.repeat(40))
    expect(problemsOf({ SECRET_FILE: path, SECRET: 's'.repeat(40) })).toHaveLength(1)
    expect(problemsOf({ SMTP_URL_FILE: join(folder, 'absent') })).toHaveLength(1)
  })

  test('a database password with / ? or # is answered with how to write them, without the password', () => {
    for (const password of ['hunter/2', 'hunter?2', 'hunter#2', '12/hunter', '12?hunter', '12#hunter']) {
      const [problem, ...others] = problemsOf({ DATABASE_URL: `postgres://guild:${password}@db:5432/guild` })
      expect(problem).toContain('%2F %3F %23 %40 / DATABASE_URL must be postgres://user')
      expect([problem?.includes('hunter'), others]).toEqual([false, []])
    }
    for (const url of [
      'postgres://guild:a%2Fb%40c@db:5432/guild?user=guild@cloud',
      'postgres://guild@%2Fvar%2Frun%2Fpostgresql/guild',
      'postgresql:///guild?host=/var/run/postgresql',
    ])
      expect(readSettings({ DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  test('an empty secret file is an error like a missing one: the school does not start on a new database', () => {
    const path = join(folder, 'empty-file')
    writeFileSync(path, ' \n')
    expect(problemsOf({ DATABASE_URL_FILE: path })).toEqual([
      `DATABASE_URL_FILE：文件 ${path} 是空的 / DATABASE_URL_FILE: ${path} is empty`,
    ])
  })
})

test('an object store is named whole or not at all, and its keys are never repeated', () => {
  const whole = { S3_REGION: 'cn-1', S3_BUCKET: 'school', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'hunter2' }
  expect(readSettings(whole).objects).toMatchObject({ endpoint: null, bucket: 'school', links: false })
  for (const name of Object.keys(whole)) {
    const [problem, ...others] = problemsOf({ ...whole, [name]: '' })
    expect([problem, others]).toEqual([expect.stringContaining(name), []])
  }
  for (const S3_ENDPOINT of ['s3.example.cn', 'ftp://s3.example.cn', 'https://key:hunter2@s3.example.cn']) {
    const problems = problemsOf({ ...whole, S3_ENDPOINT })
    expect(problems).toHaveLength(1)
    expect(problems[0]).not.toContain('hunter2')
  }
})

test('pages may play recordings from the origin of an object store that serves them, and load nothing else from there', () => {
  const store = {
    endpoint: 'https://s3.example.cn/',
    region: 'cn-1',
    bucket: 'school',
    accessKeyId: '',
    secretAccessKey: '',
  }
  const at = (given: { endpoint?: string | null; forcePathStyle: boolean; links: boolean }) =>
    linkOrigin({ ...store, ...given })
  expect(at({ forcePathStyle: true, links: true })).toBe('https://s3.example.cn')
  expect(at({ forcePathStyle: false, links: true })).toBe('https://school.s3.example.cn')
  expect(at({ endpoint: null, forcePathStyle: false, links: true })).toBe('https://school.s3.cn-1.amazonaws.com')
  expect([at({ forcePathStyle: true, links: false }), linkOrigin(null)]).toEqual([null, null])
  const withOrigin = sitePolicy('https://s3.example.cn')
  expect(withOrigin.match(/https:\S+/g)).toEqual(['https://s3.example.cn;'])
  expect(withOrigin).toContain("media-src 'self' blob: https://s3.example.cn;")
  expect(sitePolicy()).not.toContain('http')
})

describe('the data folder', () => {
  test('it is made for this user alone, with a secret that stays the same', () => {
    const dataDir = join(folder, 'new/data')
    const settings = readSettings({ DATA_DIR: dataDir })
    const { secret } = prepareDataFolder(settings)
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(secret)
    expect(prepareDataFolder(settings).secret).toBe(secret)
    expect(prepareDataFolder({ ...settings, secret: 'g'.repeat(40) }).secret).toBe('g'.repeat(40))
  })

  test('a folder that cannot be made or a secret that was cut is a sentence', () => {
    writeFileSync(join(folder, 'a-file'), '')
    expect(() => prepareDataFolder(readSettings({ DATA_DIR: join(folder, 'a-file/data') }))).toThrow(WrongSettings)
    mkdirSync(join(folder, 'cut'))
    writeFileSync(join(folder, 'cut/secret'), 'abc')
    expect(() => prepareDataFolder(readSettings({ DATA_DIR: join(folder, 'cut') }))).toThrow(WrongSettings)
  })
})

describe('a start that does not succeed', () => {
  const said = (error: unknown) =>
    startProblems(error, { port: 3000, host: '0.0.0.0' }).map(({ zh, en }) => `${zh} / ${en}`)
  const withCode = (code: string, more: object = { syscall: 'listen' }) =>
    Object.assign(new Error(code), { code, ...more })

  test('a port in use names another one', () => {
    expect(said(withCode('EADDRINUSE'))).toEqual([
      '端口 3000 已被占用。换一个：PORT=3001 npm start / Port 3000 is in use. Choose another: PORT=3001 npm start',
    ])
  })

  test('a file that this user may not open is named, and no port is mentioned', () => {
    const path = '/srv/tongchuang/school.zip'
    expect(said(withCode('EACCES', { syscall: 'open', path }))).toEqual([`没有权限：${path} / No permission: ${path}`])
    expect(said(withCode('EACCES', { syscall: 'connect', address: '/run/db' }))).toEqual([
      '没有权限：/run/db / No permission: /run/db',
    ])
    expect(said(withCode('EACCES', { syscall: 'listen', port: 80 }))[0]).toContain('端口 80')
  })

  test('the unknown name of another machine is not reported as the address to listen on', () => {
    const notFound = (hostname: string) => said(withCode('ENOTFOUND', { syscall: 'getaddrinfo', hostname }))
    expect(notFound('smtp.school.cn')).toEqual([
      '查不到这个名字（DNS）：ENOTFOUND / The name is not known (DNS): ENOTFOUND',
    ])
    expect(notFound('0.0.0.0')).toEqual(['本机没有地址 0.0.0.0（HOST） / This machine has no address 0.0.0.0 (HOST)'])
  })

  test('a database on this machine that this user may not use is one that cannot be reached', () => {
    const refused = withCode('EACCES', { syscall: 'connect', address: '/run/postgresql/.s.PGSQL.5432' })
    expect(said(translated(refused))[0]).toContain('连不上数据库')
  })

  test.each([
    [withCode('EACCES')],
    [withCode('EADDRNOTAVAIL')],
    [new DatabaseNewer('0099-x')],
    [new DatabaseUnavailable('connect')],
    [new Error('one line\n    at somewhere')],
  ])('%s is one line', (error) => {
    const lines = said(error)
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toMatch(/\n| at somewhere/)
  })
})

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, expect, test } from 'vitest'
import { settingNames } from './config-text.ts'
import type { WrongSettings } from './config.ts'
import { loadEnvFile } from './config-file.ts'
import { portOf } from './http/port-of.ts'
import { certificate, certificateKey } from './testing/certificate.ts'

const folder = mkdtempSync(join(tmpdir(), 'env-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Variables = Record<string, string | undefined>

/** What the environment is once a start has read such a `.env`. */
const read = (content: string | Buffer, env: Variables = {}): Variables => {
  const path = join(folder, '.env')
  writeFileSync(path, content)
  loadEnvFile(path, env)
  return env
}

const problemsOf = (content: string | Buffer): string[] => {
  try {
    read(content)
    return []
  } catch (error) {
    return (error as WrongSettings).problems.map(({ zh, en }) => `${zh} / ${en}`)
  }
}

test('what the environment says goes before what stands in .env, and no .env is none', () => {
  expect(read("PORT=3001\nHOST='10.0.0.2' # where\n", { PORT: '4000' })).toEqual({ PORT: '4000', HOST: '10.0.0.2' })
  loadEnvFile(join(folder, 'absent'), {})
})

test('an operator on Windows whose editor marks the file, or saves it in two bytes a character, loses no setting', () => {
  const lines = 'HOST=127.0.0.1\r\nSMTP_URL=smtp://mail\r\nMAIL_FROM=学会 <a@b.cn>\r\n'
  const settings = { HOST: '127.0.0.1', SMTP_URL: 'smtp://mail', MAIL_FROM: '学会 <a@b.cn>' }
  const twoBytes = Buffer.from(`\ufeff${lines}`, 'utf16le')
  for (const saved of [`\ufeff${lines}`, twoBytes, Buffer.from(twoBytes).swap16()])
    expect(read(saved)).toEqual(settings)
  const added = Buffer.concat([Buffer.from('HOST=127.0.0.1\n'), Buffer.from('PORT=3001\n', 'utf16le')])
  expect(problemsOf(added)).toEqual([expect.stringContaining('UTF-8 / ')])
})

test('an operator who mistypes the name of a setting reads which one is meant, with everything else that is wrong', () => {
  expect(problemsOf('DATABSE_URL=postgres://db/x\nPORT=99999\nsmtp_url=smtp://mail\nTZ=Asia/Shanghai\n')).toEqual([
    expect.stringMatching(/DATABSE_URL .*DATABASE_URL？ \/ DATABSE_URL in .* Is it DATABASE_URL\?$/),
    expect.stringContaining('SMTP_URL？'),
    expect.stringContaining('PORT'),
  ])
  for (const other of ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS', 'HTTPS_PROXY', 'NO_PROXY', 'PGHOST', 'PGPORT', 'HOME'])
    expect(problemsOf(`${other}=${other === 'NODE_EXTRA_CA_CERTS' ? '' : 'x'}\n`), other).toEqual([])
})

test('an operator who swaps two letters of a short name reads which setting is meant, as of a long one', () => {
  expect(problemsOf('DATA_DRI=/srv\nHSOT=127.0.0.1\nPROT=3001\n')).toEqual([
    expect.stringContaining('DATA_DIR？'),
    expect.stringContaining('HOST？'),
    expect.stringContaining('PORT？'),
  ])
})

test('every setting that .env.example explains is known by its name, and no other', () => {
  const text = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8')
  const explained = [...text.matchAll(/^# ([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name ?? '')
  const known = settingNames.filter((name) => !name.endsWith('_FILE'))
  expect(explained.toSorted()).toEqual([...known, 'NODE_EXTRA_CA_CERTS'].toSorted())
})

const statusAt = (server: Server): Promise<number | string> =>
  new Promise((done) => {
    const port = portOf(server)
    const at = {
      host: '127.0.0.1',
      port,
      servername: 'hooks.example',
      headers: { host: 'hooks.example' },
      agent: false,
    }
    get(at, (answer) => done(answer.resume().statusCode ?? 0)).on('error', ({ code = '' }: NodeJS.ErrnoException) =>
      done(code),
    )
  })

test('a certificate of the school’s own that stands in .env holds, as one in the environment does', async () => {
  const path = join(folder, 'ca.pem')
  // As schools keep them: a certificate of another authority comes first, with a comment line.
  writeFileSync(path, `our other one\n${getCACertificates('bundled')[0]}\n${certificate}`)
  const server = createServer({ cert: certificate, key: certificateKey }, (_request, answer) => answer.end())
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const known = getCACertificates('default')
  try {
    expect(await statusAt(server)).toMatch(/CERT/)
    read(`NODE_EXTRA_CA_CERTS=${path}\n`)
    expect(await statusAt(server)).toBe(200)
  } finally {
    setDefaultCACertificates(known)
    server.close()
  }
  expect(problemsOf(`NODE_EXTRA_CA_CERTS=${path}.absent\n`)).toEqual([expect.stringContaining('NODE_EXTRA_CA_CERTS')])
  writeFileSync(path, 'no certificate')
  expect(problemsOf(`NODE_EXTRA_CA_CERTS=${path}\n`)).toEqual([expect.stringContaining('NODE_EXTRA_CA_CERTS')])
})

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { parseEnv } from 'node:util'
import { readSettings, WrongSettings } from './config.ts'
import { likelyMeant, type Env } from './config-text.ts'
import type { Bilingual } from './http/language.ts'

/** The text of a file that may have been saved on Windows: with a byte order mark, or in UTF-16. */
const textOf = (bytes: Buffer): string => {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}

const bytesOf = (path: string): Buffer => {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const [zh, en] =
      code === 'EISDIR'
        ? ['它是一个文件夹', 'it is a folder']
        : ['请让运行产品的用户能读它', 'let the user who runs the product read it']
    throw new WrongSettings([
      { zh: `读不了设置文件 ${resolve(path)}：${zh}`, en: `The settings in ${resolve(path)} cannot be read: ${en}` },
    ])
  }
}

const notText = (path: string): WrongSettings =>
  new WrongSettings([
    {
      zh: `${path} 里混着别的编码，读不出来：请存成 UTF-8`,
      en: `${path} mixes encodings and cannot be read: save it as UTF-8`,
    },
  ])

/** Unknown names that resemble the name of a setting: a typo would otherwise silently leave the setting unset. */
const slips = (path: string, written: Env): Bilingual[] =>
  Object.keys(written).flatMap((name) => {
    const meant = likelyMeant(name)
    return meant === null
      ? []
      : {
          zh: `${path} 里的 ${name} 不是设置的名字，是不是 ${meant}？`,
          en: `${name} in ${path} is not the name of a setting. Is it ${meant}?`,
        }
  })

const othersIn = (env: Env): readonly Bilingual[] => {
  try {
    readSettings(env)
    return []
  } catch (error) {
    if (error instanceof WrongSettings) return error.problems
    throw error
  }
}

/**
 * Adds the certificates of NODE_EXTRA_CA_CERTS: Node reads this variable at startup, before `.env` is loaded, so a
 * value set only there has to be applied here.
 */
const trustAlso = (path: string): void => {
  try {
    const own = readFileSync(path, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
    if (own.length === 0) throw new Error('no certificate')
    setDefaultCACertificates([...getCACertificates('default'), ...own])
  } catch {
    throw new WrongSettings([
      {
        zh: `NODE_EXTRA_CA_CERTS：${path} 读不到，或里面没有证书`,
        en: `NODE_EXTRA_CA_CERTS: ${path} cannot be read, or holds no certificate`,
      },
    ])
  }
}

/**
 * Takes the settings of `.env` into the environment, as far as they are not set there already. Throws WrongSettings.
 */
export const loadEnvFile = (path = '.env', env: Record<string, string | undefined> = process.env): void => {
  if (!existsSync(path)) return
  const text = textOf(bytesOf(path))
  if (text.includes('\0')) throw notText(path)
  const written = parseEnv(text)
  const isGiven = Boolean(env.NODE_EXTRA_CA_CERTS)
  for (const [name, value] of Object.entries(written)) env[name] ??= value
  const wrong = slips(path, written)
  if (wrong.length > 0) throw new WrongSettings([...wrong, ...othersIn(env)])
  if (!isGiven && env.NODE_EXTRA_CA_CERTS) trustAlso(env.NODE_EXTRA_CA_CERTS)
}

import type { Bilingual } from './http/language.ts'

/** The variables of a process. */
export type Env = Readonly<Record<string, string | undefined>>

/** An address with one of these protocols, else null. */
export const urlOf = (text: string, protocols: readonly string[]): URL | null => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url && protocols.includes(url.protocol) ? url : null
}

/**
 * The data folder. `~` and the name of a variable are read by a shell only, and a drive by Windows: taken as they
 * stand, the data would lie in the folder of this version, where the next one does not find it.
 */
export const dataDirOf = (given: string | undefined, fallback: string, problems: Bilingual[]): string => {
  const path = given || fallback
  const isDrive = process.platform !== 'win32' && /^[a-z]:[\\/]/i.test(path)
  if (isDrive || /^(~|\$\{?[a-z_]|%\w+%)/i.test(path))
    problems.push({
      zh: `DATA_DIR 要写完整的路径，~、$HOME 和别的系统的盘符在这里不会换成目录，现在是「${path}」`,
      en: `DATA_DIR must be a whole path: ~, $HOME and drives of another system are not read here, it is "${path}"`,
    })
  return path
}

/** One of the given words, ignoring case; any other value is a problem. */
export const oneOf = <T extends string>(
  env: Env,
  name: string,
  words: readonly T[],
  fallback: T,
  problems: Bilingual[],
): T => {
  const text = (env[name] || fallback).toLowerCase()
  const word = words.find((known) => known === text)
  if (!word)
    problems.push({
      zh: `${name} 只能是 ${words.join('、')}，现在是「${env[name]}」`,
      en: `${name} must be one of ${words.join(', ')}, it is "${env[name]}"`,
    })
  return word ?? fallback
}

/** Each of these may also be given as the path of a file, as container hosts mount them: `SECRET_FILE`. */
export const secretNames = [
  'SECRET',
  'DATABASE_URL',
  'SMTP_URL',
  'ADMIN_PASSWORD',
  'METRICS_TOKEN',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const

/** The name of every setting, as `.env.example` explains them. */
export const settingNames: readonly string[] = [
  ...['PORT', 'HOST', 'BASE_URL', 'ADMIN_SITE_URL', 'DATA_DIR', 'TRUST_PROXY', 'LOG_LEVEL', 'ACCESS_LOG'],
  ...['MAIL_FROM', 'ADMIN_EMAIL', 'METRICS_PORT', 'OUTBOUND_ALLOW', 'DEMO', 'MIGRATE'],
  ...['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_FORCE_PATH_STYLE', 'S3_LINKS'],
  ...secretNames,
  ...secretNames.map((name) => `${name}_FILE`),
]

/** How many letters have to be put in, taken out, changed or swapped with the next to make one word of another. */
const lettersApart = (one: string, other: string): number => {
  let above: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [line, letter] of [...one].entries()) {
    const before = above
    above = row
    row = [line + 1]
    for (let at = 1; at <= other.length; at += 1) {
      row[at] = Math.min(row[at - 1]! + 1, above[at]! + 1, above[at - 1]! + (letter === other[at - 1] ? 0 : 1))
      const isSwapped = at > 1 && line > 0 && letter === other[at - 2] && one[line - 1] === other[at - 1]
      if (isSwapped) row[at] = Math.min(row[at]!, before[at - 2]! + 1)
    }
  }
  return row[other.length]!
}

/** The setting whose name was probably meant by a mistyped one; null if the name is a setting or resembles none. */
export const likelyMeant = (name: string): string | null => {
  const typed = name.toUpperCase()
  if (settingNames.includes(name)) return null
  return settingNames.find((known) => lettersApart(typed, known) <= (known.length < 6 ? 1 : 2)) ?? null
}

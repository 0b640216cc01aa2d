import type { Bilingual } from './http/language.ts'

/** The variables of a process. */
export type Env = Readonly<Record<string, string | undefined>>

/** An address with one of these protocols, else null. */
export const urlOf = (text: string, protocols: readonly string[]): URL | null => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url && protocols.includes(url.protocol) ? url : null
}

/** One of some words, in whatever case; another one is a problem. */
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

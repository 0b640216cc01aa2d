import { hues, type Hue } from '@tongchuang/contract/rules/hues.ts'
import type { CSSProperties } from 'react'

/** A tone of each hue between its full color and its tint, for drawings on the tint and for the patterns of flags. */
export const mids: Readonly<Record<Hue, string>> = {
  tech: '#8fb6ff',
  art: '#f29cc8',
  lit: '#f4b56a',
  science: '#2bc8a2',
  music: '#b79cf5',
  sport: '#ff9a80',
  service: '#a9d46a',
  history: '#e8c24e',
  math: '#78c6ea',
}

/** A number derived from a name, so that the same name gets the same hue if a person has no id. */
export const seedOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7)

/**
 * Sets `--hue`, `--hue-tint` and `--hue-mid` for everything inside an element. An id instead of a hue always gives the
 * same hue.
 */
export const hueStyle = (hue: Hue | number): CSSProperties => {
  const name = typeof hue === 'number' ? (hues[Math.abs(hue * 5) % hues.length] ?? 'tech') : hue
  return {
    '--hue': `var(--hue-${name})`,
    '--hue-tint': `var(--hue-${name}-tint)`,
    '--hue-mid': mids[name],
  }
}

import type { Bilingual } from './http/language.ts'

/** A level begins at an amount of experience; the first one at 0. */
export type Level = Bilingual & { from: number }

/** FastAdmin's thresholds, with names of this product. */
export const levels: readonly Level[] = [
  { from: 0, zh: '新芽', en: 'Sprout' },
  { from: 30, zh: '学徒', en: 'Apprentice' },
  { from: 100, zh: '行者', en: 'Wayfarer' },
  { from: 500, zh: '探路者', en: 'Pathfinder' },
  { from: 1000, zh: '巧匠', en: 'Artisan' },
  { from: 2000, zh: '能手', en: 'Adept' },
  { from: 3000, zh: '达人', en: 'Expert' },
  { from: 5000, zh: '名家', en: 'Virtuoso' },
  { from: 8000, zh: '大师', en: 'Master' },
  { from: 10000, zh: '宗师', en: 'Grandmaster' },
]

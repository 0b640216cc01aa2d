const pairs = (source: string): ReadonlyMap<string, string> => {
  const signs = [...source]
  return new Map(signs.flatMap((sign, at): [string, string][] => (at % 2 ? [] : [[sign, signs[at + 1] ?? '']])))
}

const raised = pairs(
  '0⁰1¹2²3³4⁴5⁵6⁶7⁷8⁸9⁹+⁺-⁻−⁻–⁻=⁼(⁽)⁾\uff08⁽\uff09⁾aᵃbᵇcᶜdᵈeᵉfᶠgᵍhʰiⁱjʲkᵏlˡmᵐnⁿoᵒpᵖrʳsˢtᵗuᵘvᵛwʷxˣyʸzᶻ' +
    'AᴬBᴮDᴰEᴱGᴳHᴴIᴵJᴶKᴷLᴸMᴹNᴺOᴼPᴾRᴿTᵀUᵁVⱽWᵂ°°′′**  \u00a0\u00a0',
)
const lowered = pairs(
  '0₀1₁2₂3₃4₄5₅6₆7₇8₈9₉+₊-₋−₋–₋=₌(₍)₎\uff08₍\uff09₎aₐeₑhₕiᵢjⱼkₖlₗmₘnₙoₒpₚrᵣsₛtₜuᵤvᵥxₓ  \u00a0\u00a0',
)

/**
 * The words of a raised or lowered passage, which the text cannot raise: in signs that stand high or low, or behind
 * `^` or `_`. Plain, 10³ would be 103.
 */
export const shifted = (words: string, side: 'sup' | 'sub'): string => {
  const shown = words.replaceAll(/\s+/g, ' ')
  // The number of a note is as clear on the line.
  if (shown.trim() === '' || /^\s*[[［〔①-⑳]/.test(shown)) return shown
  const signs = [...shown].map((sign) => (side === 'sup' ? raised : lowered).get(sign))
  if (signs.every((sign) => sign !== undefined)) return signs.join('')
  const mark = side === 'sup' ? '^' : '_'
  return [...shown.trim()].length === 1 ? mark + shown.trim() : `${mark}(${shown.trim()})`
}

const drawn = {
  Wingdings: pairs('ü✓û✗þ☑ý☒o☐¨☐l●n■u◆Ø➢à→Ÿ•'),
  'Wingdings 2': pairs('R☑Q☒P✓O✗£☐'),
  Symbol: pairs('·•aαbβgγdδeεqθlλmμpπrρsσjφwωDΔWΩ'),
} as const

/** A letter that a document drew as a sign, by a typeface of signs, as that sign; null for other typefaces. */
export const signIn = (typeface: string, letters: string): string | null => {
  const signs = Object.entries(drawn).find(([name]) => name === typeface)?.[1]
  return signs ? [...letters].map((letter) => signs.get(letter) ?? letter).join('') : null
}

import { hues } from '@tongchuang/contract/rules/hues.ts'
import { headByName, headOf } from '@tongchuang/contract/heads.ts'
import type { Head } from '@tongchuang/contract/heads.ts'
import type { CSSProperties } from 'react'
import { collars, extras, eyes, faces, glasses, hairs, headGrounds, headLooks, mouths } from './head-shapes.ts'
import type { Shapes } from './head-shapes.ts'
import { hueStyle } from './hues.ts'

/** Skin colors with their shades, in the order of their numbers. */
export const skins = [
  ['#ffe3c9', '#f2cba6'],
  ['#f6cfa8', '#e5b487'],
  ['#e8b68a', '#d39b6c'],
  ['#c98f62', '#ae764b'],
  ['#8f5b3c', '#74452b'],
] as const
export const hairColours = ['#14181f', '#2b211c', '#5a3a26', '#8a5a2b', '#6b6f78'] as const
const sparks: Partial<Record<string, string>> = { art: '#2bc8a2', lit: '#2bc8a2', sport: '#4080ff', history: '#4080ff' }
const greens: readonly string[] = ['science', 'service', 'history']

/** The number of the headscarf among the hairs. It is drawn here, and is the only one that is not in `hairs`. */
const scarf = 10

const Painted = ({ of }: { of: Shapes | undefined }) =>
  of?.map(([look, shape], at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a head never change their order
    <path key={at} d={shape} {...headLooks[look]} />
  ))

const Hair = ({ shape }: { shape: string | undefined }) => (shape ? <path d={shape} {...headLooks.hair} /> : null)

const ScarfBehind = () => (
  <path {...headLooks.deep} d="M14 90c4-8 4-20 4-44C18 22 28 9 44 9s26 13 26 37c0 24 0 36 4 44z" />
)

const ScarfBefore = () => (
  <>
    <path {...headLooks.fold} d="M60 58c-4 10-16 16-34 20M66 66c-4 8-12 14-22 18" />
    <path
      {...headLooks.deep}
      fillRule="evenodd"
      d="M18 46C18 22 28 9 44 9s26 13 26 37c0 14-8 24-26 24S18 60 18 46zm8-4c0 14 8 23 18 23s18-9 18-23c0-13-7-21-18-21s-18 8-18 21z"
    />
  </>
)

const painted = ({ hue, skin, colour }: Head): CSSProperties => {
  const name = hues[hue] ?? 'tech'
  const [tone, shade] = skins[skin] ?? skins[0]
  return {
    ...hueStyle(name),
    '--head-skin': tone,
    '--head-shade': shade,
    '--head-hair': hairColours[colour] ?? hairColours[0],
    '--head-spark': sparks[name] ?? '#ff7a59',
    '--head-cap': greens.includes(name) ? '#1450d9' : 'var(--hue)',
  }
}

/**
 * A head drawn from parts; derived from the name if the code is not valid. It fills its box; the name stands beside it.
 */
export const HeadParts = ({ head, name = '' }: { head: Head | string; name?: string }) => {
  const drawn = (typeof head === 'string' ? headOf(head) : head) ?? headByName(name)
  const hasScarf = drawn.hair === scarf
  const [behind, before] = hairs[drawn.hair] ?? ['', '']
  return (
    <svg viewBox="0 0 88 88" width="100%" height="100%" aria-hidden style={painted(drawn)}>
      <Painted of={headGrounds[drawn.ground]} />
      {hasScarf ? <ScarfBehind /> : <Hair shape={behind} />}
      <Painted of={collars[drawn.collar]} />
      <path d="M37 56h14v11c0 8-14 8-14 0z" {...headLooks.skin} />
      <path d="M37 62c4 4 10 4 14 0v4c-4 3-10 3-14 0z" {...headLooks.shade} />
      {!hasScarf && (
        <path
          d="M18.5 43a4.5 4.5 0 0 1 9 0a4.5 4.5 0 0 1-9 0zM60.5 43a4.5 4.5 0 0 1 9 0a4.5 4.5 0 0 1-9 0z"
          {...headLooks.skin}
        />
      )}
      <path d={faces[drawn.face]} {...headLooks.skin} />
      <Painted of={glasses[drawn.glasses]} />
      <Painted of={eyes[drawn.eyes]} />
      <Painted of={mouths[drawn.mouth]} />
      {hasScarf ? <ScarfBefore /> : <Hair shape={before} />}
      {(!hasScarf || drawn.extra === 5) && <Painted of={extras[drawn.extra]} />}
    </svg>
  )
}

import { hueOf } from '@tongchuang/contract/rules/hues.ts'
import type { Output } from '@tongchuang/contract/call.ts'
import type { certificates } from '@tongchuang/contract/certificates.ts'
import { DrawingParts } from '@tongchuang/ui/drawing-parts.tsx'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { hueStyle } from '@tongchuang/ui/hues.ts'
import { SealMark } from '@tongchuang/ui/seal-mark.tsx'
import { useId } from 'react'
import type { RefObject } from 'react'
import { setInBox, textWidth } from './lines.ts'
import type { Paragraph } from './lines.ts'
import { places } from './places.ts'
import type { Layout } from './places.ts'
import { titleSigns } from './title-signs.ts'

export type Certificate = Output<typeof certificates.open>
/** All text on the certificate, in one language. */
export type Words = {
  isChinese: boolean
  title: string
  name: string
  to: string
  paragraphs: readonly Paragraph[]
  /** The signers: the guild, and whoever picked the work. */
  sign: readonly string[]
  date: string
  number: string
}

const song = "'Noto Serif CJK SC', 'Source Han Serif SC', 'Songti SC', STSong, SimSun, serif"
// A Latin font comes first, because the Latin quotation marks of a Chinese font are as wide as a Chinese character.
const latin = `Georgia, 'Times New Roman', 'Liberation Serif', ${song}`
const ground = '#fffdf8'

const Frame = ({ layout, height }: { layout: Layout; height: number }) => {
  const { width, frames, corner, flag } = places[layout]
  const { outer, inner, outerLine, innerLine } = frames
  const { at, scale, line } = corner
  const corners = [
    [at, at, 1, 1],
    [width - at, at, -1, 1],
    [at, height - at, 1, -1],
    [width - at, height - at, -1, -1],
  ] as const
  return (
    <g fill="none" stroke="var(--hue)">
      <rect x={outer} y={outer} width={width - 2 * outer} height={height - 2 * outer} strokeWidth={outerLine} />
      <rect x={inner} y={inner} width={width - 2 * inner} height={height - 2 * inner} strokeWidth={innerLine} />
      {corners.map(([x, y, right, down]) => (
        <path
          key={`${x} ${y}`}
          transform={`translate(${x} ${y}) scale(${right * scale} ${down * scale})`}
          strokeWidth={line}
          d="M0 60V0h60M14 60V14h46M28 60V28h32"
        />
      ))}
      {/* A gap in the frame for the flag. */}
      <rect
        x={width / 2 - flag.size * 0.68}
        y={outer - outerLine}
        width={flag.size * 1.36}
        height={inner - outer + 2 * outerLine}
        stroke="none"
        fill={ground}
      />
    </g>
  )
}

const Title = ({ layout, words }: { layout: Layout; words: Words }) => {
  const { width, title } = places[layout]
  const { y, size, gap } = title
  if (!words.isChinese)
    return (
      <text
        x={width / 2}
        y={y + size * 0.72}
        fill="var(--seal)"
        fontSize={title.english}
        fontWeight="700"
        textAnchor="middle"
      >
        {words.title}
      </text>
    )
  return titleSigns.map((sign, at) => (
    <path
      key={sign}
      fill="var(--seal)"
      transform={`translate(${width / 2 + (at === 0 ? -gap / 2 - size : gap / 2)} ${y}) scale(${size / 640})`}
      d={sign}
    />
  ))
}

/** The recipient's name on an underline; the words after it begin where the line ends. */
const Name = ({ layout, words }: { layout: Layout; words: Words }) => {
  const { x, y, size } = places[layout].name
  const most = places[layout].text.width - (words.to ? size * 2.6 : 0)
  const long = textWidth(words.name) + 0.8
  const fitting = Math.min(size, most / long)
  const end = x + long * fitting
  return (
    <>
      <text x={(x + end) / 2} y={y} fontSize={fitting} fontWeight="700" textAnchor="middle">
        {words.name}
      </text>
      <path d={`M${x} ${y + size * 0.4}H${end}`} stroke="currentColor" strokeWidth={size / 19} />
      <text x={end + size * 0.25} y={y} fontSize={size * 0.75}>
        {words.to}
      </text>
    </>
  )
}

/**
 * The signers above the date, stacked on the wide sheet, and the left edge of the seal. The seal touches the date, as
 * is customary, and nobody's name.
 */
const signedBy = (layout: Layout, { sign: parts, date, isChinese }: Words) => {
  const { sign, seal } = places[layout]
  const lines = sign.stack === 0 ? [parts.join(' · ')] : parts
  const wide = (text: string, size: number) => Math.min(sign.width, textWidth(text) * size)
  // The first character of a Chinese date is legible even half covered; a single digit is not.
  const untilDate = wide(date, sign.date[1]) + (isChinese ? -6 : 18)
  const reach = Math.max(untilDate, ...lines.map((line) => wide(line, sign.guild[1]) + 14))
  return { lines, sealX: sign.stack === 0 ? seal.x : sign.x - reach - seal.size }
}

/** A line at the right, smaller where it would run into the seal or the frame. */
const Signed = ({
  layout,
  y,
  size,
  most,
  isHeavy,
  colour,
  children,
}: {
  layout: Layout
  y: number
  size: number
  most: number
  isHeavy?: boolean
  colour?: string
  children: string
}) => (
  <text
    x={places[layout].sign.x}
    y={y}
    fontSize={Math.min(size, most / textWidth(children))}
    fontWeight={isHeavy ? '700' : undefined}
    fill={colour ?? 'currentColor'}
    textAnchor="end"
  >
    {children}
  </text>
)

type Props = {
  layout: Layout
  certificate: Certificate
  words: Words
  className?: string | undefined
  ref?: RefObject<SVGSVGElement | null>
}

/**
 * The certificate as one drawing, the same on the screen, on paper and in the picture; its text is also given beside it
 * for screen readers.
 */
export const Paper = ({ layout, certificate, words, className, ref }: Props) => {
  const inside = useId()
  const { width, flag, text, drawing, seal, sign, ...place } = places[layout]
  const { size, step, lines } = setInBox(words.paragraphs, text, text.sizes)
  const height = place.height || text.y + lines.length * step + place.foot
  // Elements at the foot of the narrow sheet are measured from the foot.
  const fromTop = (y: number) => (y < 0 ? height + y : y)
  const hue = hueOf(certificate.hue)
  const signed = signedBy(layout, words)
  return (
    <svg
      ref={ref}
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden
      style={{ ...hueStyle(hue), color: 'var(--ink-1)' }}
      fontFamily={words.isChinese ? song : latin}
      fill="currentColor"
    >
      <rect width={width} height={height} fill={ground} />
      <Frame layout={layout} height={height} />
      <g transform={`translate(${(width - flag.size) / 2} ${flag.y})`}>
        <Emblem hue={hue} glyph={certificate.glyph} flag={certificate.flag} height={flag.size} />
      </g>
      <Title layout={layout} words={words} />
      <Name layout={layout} words={words} />
      {lines.map(({ runs, isIndented, isQuoted }, row) => (
        <text
          // oxlint-disable-next-line react/no-array-index-key -- lines never change their order
          key={row}
          x={text.x + (isIndented ? 2 * size : 0)}
          y={text.y + size + row * step}
          fontSize={size}
          fill={isQuoted ? 'var(--hue)' : 'currentColor'}
        >
          {runs.map((run, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- as above
            <tspan key={at} fontWeight={run.isHeavy ? '700' : '400'}>
              {run.text}
            </tspan>
          ))}
        </text>
      ))}
      <clipPath id={inside}>
        <rect width={drawing.width} height={drawing.height} rx={drawing.height / 12} />
      </clipPath>
      <g transform={`translate(${drawing.x} ${fromTop(drawing.y)})`} clipPath={`url(#${inside})`}>
        <svg width={drawing.width} height={drawing.height}>
          <DrawingParts subject={certificate.subject} hue={hue} id={certificate.task_id} size="corner" />
        </svg>
      </g>
      {signed.lines.map((line, at) => (
        <Signed
          key={line}
          layout={layout}
          y={fromTop(sign.guild[0]) - (signed.lines.length - 1 - at) * sign.stack}
          size={sign.guild[1]}
          most={sign.width}
          isHeavy
        >
          {line}
        </Signed>
      ))}
      <Signed layout={layout} y={fromTop(sign.date[0])} size={sign.date[1]} most={sign.width}>
        {words.date}
      </Signed>
      <Signed layout={layout} y={fromTop(sign.number[0])} size={sign.number[1]} most={sign.width} colour="var(--ink-3)">
        {words.number}
      </Signed>
      <g
        color="var(--seal)"
        transform={`rotate(-8 ${signed.sealX + seal.size / 2} ${fromTop(seal.y) + seal.size / 2})`}
      >
        <SealMark x={signed.sealX} y={fromTop(seal.y)} size={seal.size} />
      </g>
    </svg>
  )
}

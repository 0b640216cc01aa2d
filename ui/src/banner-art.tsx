import { useId } from 'react'
import type { ReactNode } from 'react'

const person = (x: number, fill: string, skin: string) => (
  <>
    <path d={`M${x - 22} 190c0-22 12-34 22-34s22 12 22 34z`} fill={fill} />
    <circle cx={x} cy="146" r="14" fill={skin} />
  </>
)

const flag = (x: number, y: number, fill: string) => (
  <>
    <path d={`M${x} ${y + 130}V${y}`} stroke="#14181f" strokeWidth="4" strokeLinecap="round" />
    <path
      d={`M${x} ${y + 4}h52l-12 17 12 17h-52z`}
      fill={fill}
      stroke="#14181f"
      strokeWidth="3.500"
      strokeLinejoin="round"
    />
  </>
)

/** The drawings a banner may name. They are large and flat, and add nothing to the words. */
const drawings: Record<string, ReactNode> = {
  school: (
    <>
      <circle cx="270" cy="118" r="66" fill="#4080ff" />
      <path d="M234 190V96l36-26 36 26v94z" fill="#fff" />
      <path d="m234 96 36-26 36 26" fill="none" stroke="#14181f" strokeWidth="5" strokeLinejoin="round" />
      <rect x="256" y="140" width="28" height="50" fill="#ffc53d" />
      <path d="M246 106h16v16h-16zM278 106h16v16h-16z" fill="#bedaff" />
      <path d="M270 70V34" stroke="#14181f" strokeWidth="4" />
      <path d="M270 36h34l-9 9 9 9h-34z" fill="#ff7a59" />
      <circle cx="190" cy="66" r="13" fill="#ffc53d" />
      {person(190, '#2bc8a2', '#ffe3c9')}
      {person(336, '#ff7a59', '#c98d61')}
    </>
  ),
  flags: (
    <>
      <circle cx="276" cy="120" r="70" fill="#4080ff" />
      {flag(196, 78, '#ffc53d')}
      {flag(252, 50, '#ff7a59')}
      {flag(308, 72, '#2bc8a2')}
      <path d="M150 200h200" stroke="#14181f" strokeWidth="4" strokeLinecap="round" />
      {person(168, '#fff', '#8a5a3b')}
    </>
  ),
  sprout: (
    <>
      <circle cx="250" cy="112" r="70" fill="#4080ff" />
      <path d="M250 176V84" stroke="#14181f" strokeWidth="6" strokeLinecap="round" />
      <path
        d="M250 108c-42 0-54-26-54-48 42 0 54 24 54 48zM250 122c36 0 50-22 50-42-36 0-50 20-50 42z"
        fill="#2bc8a2"
        stroke="#14181f"
        strokeWidth="4"
      />
      <path d="M200 164h100l-10 38h-80z" fill="#ff7a59" stroke="#14181f" strokeWidth="4" strokeLinejoin="round" />
      <path d="M328 44h22v158h-22z" fill="#ffc53d" stroke="#14181f" strokeWidth="4" strokeLinejoin="round" />
      <path
        d="M328 64h10M328 84h14M328 104h10M328 124h14M328 144h10M328 164h14M328 184h10"
        stroke="#14181f"
        strokeWidth="3"
      />
    </>
  ),
  kite: (
    <>
      <circle cx="270" cy="110" r="70" fill="#4080ff" />
      <path d="m292 34 46 40-40 52-46-40z" fill="#fff" stroke="#14181f" strokeWidth="4" strokeLinejoin="round" />
      <path d="M292 34 298 126M338 74l-86 12" stroke="#14181f" strokeWidth="3" />
      <path
        d="M298 126c-12 30-52 22-60 48s-34 22-46 18"
        fill="none"
        stroke="#ffc53d"
        strokeWidth="5"
        strokeLinecap="round"
      />
      {person(180, '#2bc8a2', '#ffe3c9')}
    </>
  ),
}

/** The drawing of a banner by its name; an unknown one shows the school. */
export const BannerArt = ({ name, className }: { name: string; className?: string | undefined }) => {
  const grid = useId()
  return (
    <svg className={className} viewBox="0 0 360 220" preserveAspectRatio="xMaxYMax slice" aria-hidden>
      <defs>
        <pattern id={grid} width="22" height="22" patternUnits="userSpaceOnUse">
          <path d="M22 0H0V22" fill="none" stroke="#fff" strokeOpacity=".13" />
        </pattern>
      </defs>
      <rect width="360" height="220" fill={`url(#${grid})`} />
      {drawings[name] ?? drawings.school}
    </svg>
  )
}

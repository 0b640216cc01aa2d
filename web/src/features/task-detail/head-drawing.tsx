import { Glyph } from '@tongchuang/ui/glyphs.tsx'

const hairs = [
  'M-29-116c-2-40 60-42 58 0-8-8-14-16-18-16-8 8-26 10-40 16z',
  'M-32-98c-8-66 72-66 64 0-8 2-10-14-10-26-14 4-30 4-44 0 0 12-2 28-10 26z',
  'M-29-114c-4-44 62-44 58 0-10-10-18-16-20-18-10 10-24 14-38 18z',
] as const
const skins = ['#ffe3c9', '#e8b88a', '#ffe3c9'] as const
const coats = ['#2bc8a2', '#ff7a59', '#165dff'] as const

const Student = ({ x, size, kind }: { x: number; size: number; kind: number }) => (
  <g transform={`translate(${x} 264) scale(${size})`}>
    <path d="M-44 0c0-64 16-98 44-98s44 34 44 98z" fill={coats[kind % 3]} />
    <circle cy="-118" r="28" fill={skins[kind % 3]} />
    <path d={hairs[kind % 3]} fill="#14181f" />
  </g>
)

/** Students before a board with the guild's sign; who stands there differs from task to task. Decoration. */
export const HeadDrawing = ({
  id,
  glyph,
  className,
}: {
  id: number
  glyph: string
  className?: string | undefined
}) => (
  <svg className={className} viewBox="0 0 400 264" aria-hidden>
    <path d="M232 196l-22 68M342 196l22 68" stroke="#14181f" strokeWidth="5" strokeLinecap="round" />
    <rect x="188" y="36" width="198" height="166" rx="8" fill="#fff" stroke="#14181f" strokeWidth="4" />
    <path
      d="M188 44a8 8 0 0 1 8-8h182a8 8 0 0 1 8 8v14H188z"
      fill="#ffc53d"
      stroke="#14181f"
      strokeWidth="4"
      strokeLinejoin="round"
    />
    <g
      transform="translate(244 86) scale(3.6)"
      color="var(--hue)"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <Glyph name={glyph} />
    </g>
    <path
      d="M60 118c34-38 76-50 112-34"
      fill="none"
      stroke="var(--hue)"
      strokeWidth="3"
      strokeDasharray="2 8"
      strokeLinecap="round"
    />
    <Student x={60} size={0.84} kind={id} />
    <Student x={134} size={0.78} kind={id + 1} />
    <path d="M176 264l40-60" stroke="#14181f" strokeWidth="5" strokeLinecap="round" />
    <Student x={200} size={0.8} kind={id + 2} />
  </svg>
)

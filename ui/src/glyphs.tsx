import type { ReactNode } from 'react'

/** Line drawings on a field of 24 × 24, for emblems and covers; an unknown name draws a flag. */
const glyphs: Record<string, ReactNode> = {
  code: <path d="m8 7-5 5 5 5M16 7l5 5-5 5" />,
  robot: (
    <>
      <rect x="5" y="9" width="14" height="10" rx="2" />
      <path d="M12 9V5M9.5 14h.01M14.5 14h.01M2 13v3M22 13v3" />
      <circle cx="12" cy="4" r="1" />
    </>
  ),
  camera: (
    <>
      <path d="M4 8h4l2-3h4l2 3h4v11H4z" />
      <circle cx="12" cy="13" r="3.5" />
    </>
  ),
  print: (
    <>
      <path d="M8 4h8v5l-2 2v3h4v4H6v-4h4v-3L8 9z" />
      <path d="M5 21h14" />
    </>
  ),
  book: <path d="M12 7c-2-2-5-2-8-2v13c3 0 6 0 8 2 2-2 5-2 8-2V5c-3 0-6 0-8 2zM12 7v13" />,
  sprout: <path d="M12 21v-9M12 14c-5 0-7-3-7-7 5 0 7 3 7 7zM12 12c0-4 2-6 6-6 0 4-2 6-6 6z" />,
  sigma: <path d="M18 6V4H6l6 8-6 8h12v-2" />,
  note: (
    <>
      <path d="M9 18V6l10-2v12" />
      <circle cx="6.5" cy="18" r="2.5" />
      <circle cx="16.5" cy="16" r="2.5" />
    </>
  ),
  shoe: (
    <>
      <path d="M3 17h18v-2c-4 0-6-2-8-6l-3 1-3-3-4 2z" />
      <path d="M12 12l2-1M14 14l2-1" />
    </>
  ),
  heart: <path d="M12 20C5 15 3 12 3 8.5a4.5 4.5 0 0 1 9-1 4.5 4.5 0 0 1 9 1C21 12 19 15 12 20z" />,
  globe: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18" />
    </>
  ),
  flask: <path d="M9 3h6M10 3v6l-5 9a2 2 0 0 0 2 3h10a2 2 0 0 0 2-3l-5-9V3M8 15h8" />,
  scroll: <path d="M6 4h11v13a3 3 0 0 0 3 3H8a3 3 0 0 1-3-3V7M9 9h5M9 13h5" />,
  ball: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="m12 7 4.5 3.3-1.7 5.3H9.2l-1.7-5.3z" />
    </>
  ),
  brush: <path d="M21 1.5 9.5 14M9.5 14c-3.5 0-5.5 2.5-7 8 5.5 0 9-2 9-5.5z" />,
  speak: <path d="M2 3.5h20v13.5H12L6.5 22v-5H2z" />,
  class: <path d="M2.5 20.5V9L12 3l9.5 6v11.5zM9 20.5V14h6v6.5" />,
  flag: <path d="M6 21V4M6 4h12l-3 4 3 4H6" />,
  star: <path d="m12 3 2.7 5.8 6.3.7-4.7 4.2 1.3 6.3L12 16.8 6.4 20l1.3-6.3L3 9.5l6.3-.7z" />,
}

/** The names of all glyphs, for pickers and samples. */
export const glyphNames = Object.keys(glyphs)

/**
 * A glyph to be put inside an svg: a drawing by its name, or a character as it is, in the colour of the text around.
 */
export const Glyph = ({ name, isOutlined = false }: { name: string; isOutlined?: boolean }) =>
  /^[a-z]*$/.test(name) ? (
    (glyphs[name] ?? glyphs.flag)
  ) : (
    <text
      x="12"
      y="12.5"
      textAnchor="middle"
      dominantBaseline="central"
      fontSize="16"
      fontWeight="700"
      fill="currentColor"
      stroke={isOutlined ? 'currentColor' : 'none'}
    >
      {[...name][0]}
    </text>
  )

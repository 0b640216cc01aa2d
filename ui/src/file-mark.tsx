const tones: Record<string, string> = {
  pdf: 'var(--hue-sport)',
  doc: 'var(--hue-tech)',
  docx: 'var(--hue-tech)',
  wps: 'var(--hue-tech)',
  xls: 'var(--ok)',
  xlsx: 'var(--ok)',
  csv: 'var(--ok)',
  et: 'var(--ok)',
  ppt: 'var(--hue-lit)',
  pptx: 'var(--hue-lit)',
  dps: 'var(--hue-lit)',
  mp4: 'var(--hue-music)',
  mov: 'var(--hue-music)',
  webm: 'var(--hue-music)',
  mp3: 'var(--hue-art)',
  m4a: 'var(--hue-art)',
  wav: 'var(--hue-art)',
  ogg: 'var(--hue-art)',
  png: 'var(--hue-tech)',
  jpg: 'var(--hue-tech)',
  jpeg: 'var(--hue-tech)',
  gif: 'var(--hue-tech)',
  webp: 'var(--hue-tech)',
}

/** A sheet icon with the extension of a file's name. */
export const FileMark = ({ name, className }: { name: string; className?: string | undefined }) => {
  const ending = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
  return (
    <svg className={className} width="40" height="44" viewBox="0 0 40 44" aria-hidden>
      <path
        d="M7 2h18l8 8v30a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z"
        fill="#fff"
        stroke="var(--line-strong)"
        strokeWidth="1.5"
      />
      <path d="M25 2v8h8" fill="none" stroke="var(--line-strong)" strokeWidth="1.5" />
      <rect x="0" y="20" width="34" height="15" rx="3" fill={tones[ending] ?? 'var(--ink-3)'} />
      <text x="17" y="31" textAnchor="middle" fontSize="10" fontWeight="700" fill="#fff">
        {ending.slice(0, 4).toUpperCase()}
      </text>
    </svg>
  )
}

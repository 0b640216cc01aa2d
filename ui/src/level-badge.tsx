/** A level in its hexagon. Decoration; the words stand beside it. */
export const LevelBadge = ({ level, className }: { level: number; className?: string | undefined }) => (
  <svg className={className} viewBox="0 0 64 72" aria-hidden>
    <path d="M32 3 60 18v36L32 69 4 54V18z" fill="var(--primary-7)" />
    <path
      d="M32 9.500 54.500 21.500v29L32 62.500 9.500 50.500v-29z"
      fill="none"
      stroke="#fff"
      strokeOpacity=".55"
      strokeWidth="1.500"
    />
    <text x="32" y="37" fill="#fff" fontSize="26" fontWeight="700" textAnchor="middle" dominantBaseline="central">
      {level}
    </text>
    <circle cx="32" cy="57" r="2" fill="var(--sun)" />
  </svg>
)

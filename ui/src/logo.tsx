/** The shield of the product; its name stands beside it. */
export const Logo = ({ size = 32 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
    <path d="M16 2 28 7v9c0 7-5 12-12 14C9 28 4 23 4 16V7z" fill="var(--primary-6)" />
    <path
      d="M10 19v-8h8M10 11l10 10"
      stroke="#fff"
      strokeWidth="3"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
    <circle cx="22" cy="22" r="2.4" fill="var(--sun)" />
  </svg>
)

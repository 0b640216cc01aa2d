import type { ReactNode } from 'react'

type Props = {
  className?: string | undefined
  plane?: string | undefined
  trail?: string | undefined
  children?: ReactNode
}

/** The picture for a completed hand-in: a flying paper plane; `children` are what it was folded from. */
export const PaperPlane = ({ className, plane, trail, children }: Props) => (
  <svg className={className} viewBox="0 0 440 176" fill="none" aria-hidden>
    <path
      className={trail}
      d="M8 152c60 20 120 4 132-36s-42-48-48-14 62 54 120 26 66-48 82-52"
      stroke="var(--primary-3)"
      strokeWidth="4"
      strokeDasharray="2 12"
      strokeLinecap="round"
    />
    {children}
    <g className={plane} stroke="var(--ink-1)" strokeWidth="5" strokeLinejoin="round">
      <path d="M292 84 424 20l-44 128-30-50z" fill="#fff" />
      <path d="M350 98 424 20l-90 70-6 44z" fill="var(--primary-2)" />
      <path d="m328 134 22-36" />
    </g>
    <circle cx="226" cy="36" r="12" fill="var(--sun)" />
  </svg>
)

import { SealMark } from './seal-mark.tsx'
import styles from './stamp.module.css'

/** The animation of the stamp on a work, played once; the seal remains. */
export const Stamp = () => (
  <>
    <SealMark className={styles.ink} />
    <svg className={styles.block} viewBox="0 0 160 220" aria-hidden>
      <g stroke="var(--ink-1)" strokeWidth="5" strokeLinejoin="round">
        <path
          fill="#2bc8a2"
          d="M80 14a27 27 0 0 1 16 48c-4 4-4 8 0 14l18 26H46l18-26c4-6 4-10 0-14a27 27 0 0 1 16-48z"
        />
        <path fill="var(--hue-science)" d="M22 102h116v76H22z" />
        <path fill="var(--seal)" d="M22 178h116v20H22z" />
      </g>
      <path d="M38 118v44M68 42c1-6 5-10 10-11" fill="none" stroke="#fff" strokeWidth="5" strokeLinecap="round" />
    </svg>
  </>
)

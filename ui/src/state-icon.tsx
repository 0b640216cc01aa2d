import type { ReactNode } from 'react'
import styles from './state-icon.module.css'

export type StateName =
  | 'locked'
  | 'available'
  | 'doing'
  | 'submitted'
  | 'returned'
  | 'passed'
  | 'failed'
  | 'aborted'
  | 'expired'
  | 'excused'
  | 'elsewhere'
type Tone = 'ok' | 'warn' | 'bad' | 'go' | 'plain' | 'mute'

/** Eleven states with eleven different outlines, which can be told apart in gray and on paper. */
const states: Record<StateName, { tone: Tone; shape: ReactNode }> = {
  locked: {
    tone: 'mute',
    shape: (
      <>
        <rect x="4" y="11" width="16" height="10" rx="2" />
        <path d="M8 11V7a4 4 0 0 1 8 0v4" />
      </>
    ),
  },
  available: { tone: 'plain', shape: <circle cx="12" cy="12" r="9" /> },
  doing: {
    tone: 'go',
    shape: (
      <>
        <circle cx="12" cy="12" r="9" />
        <path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" />
      </>
    ),
  },
  submitted: { tone: 'go', shape: <path d="M5 22h14M5 2h14M17 22v-4l-5-6-5 6v4M7 2v4l5 6 5-6V2" /> },
  returned: { tone: 'warn', shape: <path d="M9 14 4 9l5-5M20 20v-7a4 4 0 0 0-4-4H4" /> },
  passed: {
    tone: 'ok',
    shape: (
      <>
        <circle cx="12" cy="12" r="10" fill="currentColor" stroke="none" />
        <path d="m7.500 12.500 3 3 6-7" stroke="#fff" strokeWidth="2.500" />
      </>
    ),
  },
  failed: {
    tone: 'bad',
    shape: (
      <>
        <rect x="3" y="3" width="18" height="18" rx="3" />
        <path d="m9 9 6 6M15 9l-6 6" />
      </>
    ),
  },
  aborted: {
    tone: 'mute',
    shape: (
      <>
        <circle cx="12" cy="12" r="9" strokeDasharray="3 4" />
        <path d="M8 12h8" />
      </>
    ),
  },
  expired: {
    tone: 'mute',
    shape: (
      <>
        <rect x="3" y="4" width="18" height="17" rx="2" />
        <path d="M16 2v4M8 2v4M3 10h18M10 14l4 4M14 14l-4 4" />
      </>
    ),
  },
  excused: {
    tone: 'mute',
    shape: (
      <>
        <circle cx="12" cy="12" r="9" />
        <path d="m6 18 12-12" />
      </>
    ),
  },
  elsewhere: {
    tone: 'mute',
    shape: (
      <>
        <path d="M4 8h14l-4-4" />
        <path d="M20 16H6l4 4" />
      </>
    ),
  },
}

/** The shape of a state, without its word. */
export const StateIcon = ({ state, size = 16 }: { state: StateName; size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
    className={styles.icon}
  >
    {states[state].shape}
  </svg>
)

/** A state as shape and word. */
export const StateMark = ({ state, children }: { state: StateName; children: ReactNode }) => (
  <span className={`${styles.mark} ${styles[states[state].tone]}`}>
    <StateIcon state={state} />
    {children}
  </span>
)

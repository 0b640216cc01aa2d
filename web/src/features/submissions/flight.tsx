import styles from './flight.module.css'
import { PaperPlane } from './paper-plane.tsx'

/** The animation of a sheet that folds and leaves as a plane; its last frame equals the still picture shown later. */
export const Flight = ({ className }: { className?: string | undefined }) => (
  <PaperPlane className={`${className ?? ''} ${styles.flight}`} plane={styles.plane} trail={styles.trail}>
    <g stroke="var(--ink-1)" strokeWidth="4" strokeLinejoin="round" strokeLinecap="round">
      <g className={styles.sheet}>
        <path fill="#fff" d="M24 16h100v130H24z" />
        <path strokeWidth="5" d="M40 36h36" />
        <path stroke="var(--line)" d="M40 58h66M40 78h54M40 98h62M40 118h42" />
      </g>
      <g className={styles.folded}>
        <path fill="#fff" d="M74 16 116 72v66H32V72z" />
        <path fill="var(--primary-2)" d="M74 16 116 72H82zM74 16 32 72h34z" />
        <path d="M74 16v122" />
      </g>
    </g>
  </PaperPlane>
)

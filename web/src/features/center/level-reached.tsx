import { LevelBadge } from '@tongchuang/ui/level-badge.tsx'
import styles from './level-reached.module.css'

/** The hexagon of a level that was just reached, in the place of the one before. */
export const LevelReached = ({ level }: { level: number }) => (
  <span className={styles.both} data-moment="first">
    <LevelBadge level={level - 1} className={styles.before} />
    <LevelBadge level={level} className={styles.now} />
  </span>
)

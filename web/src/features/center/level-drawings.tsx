import { LevelArt } from '@tongchuang/ui/level-art.tsx'
import styles from './level.module.css'

export { LevelArt }

/** The hexagon of a level that was just reached, in the place of the one before. */
export const LevelReached = ({ level }: { level: number }) => (
  <span className={styles.both} data-moment="first">
    <LevelArt level={level - 1} className={styles.before} />
    <LevelArt level={level} className={styles.now} />
  </span>
)

import type { CSSProperties, ReactNode } from 'react'
import styles from './link-card.module.css'

/** A card whose whole area opens the link in its heading, an h3. */
export const LinkCard = ({
  as: Tag = 'article',
  style,
  children,
}: {
  as?: 'article' | 'li'
  style?: CSSProperties
  children: ReactNode
}) => (
  <Tag className={styles.card} style={style}>
    {children}
  </Tag>
)

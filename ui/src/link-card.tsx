import type { CSSProperties, ReactNode } from 'react'
import styles from './link-card.module.css'

/** A card that is clickable everywhere and leads where the link of its heading, an h3, leads. */
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

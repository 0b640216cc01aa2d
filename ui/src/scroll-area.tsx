import type { ReactNode } from 'react'
import styles from './scroll-area.module.css'

/**
 * A part of a page that scrolls by itself, such as a wide table; it has a name and can be focused and scrolled with the
 * keyboard.
 */
export const ScrollArea = ({
  label,
  className,
  children,
}: {
  label: string
  className?: string | undefined
  children: ReactNode
}) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- what scrolls must be reachable by keyboard; a fieldset is for fields
  <div className={className ? `${styles.area} ${className}` : styles.area} tabIndex={0} role="group" aria-label={label}>
    {children}
  </div>
)

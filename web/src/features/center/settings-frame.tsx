import { paths } from '@tongchuang/contract/paths.ts'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import styles from './settings.module.css'
import { useArrivedHeading } from './use-arrived-heading.ts'

/** The settings with the way back to the centre. */
export const SettingsFrame = ({ children }: { children: ReactNode }) => {
  const { center, shell } = useTexts()
  const heading = useArrivedHeading()
  return (
    <div className={styles.settings}>
      <div className={styles.head}>
        <Link className={styles.back} to={paths.center()}>
          <ChevronLeft size={18} aria-hidden />
          {shell.titles.center}
        </Link>
        <h1 ref={heading} tabIndex={-1}>
          {center.settings}
        </h1>
      </div>
      {children}
    </div>
  )
}

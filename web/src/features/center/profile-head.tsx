import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { Settings2 } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { useMoment } from '../../queries/moments.ts'
import { Level } from './level.tsx'
import styles from './profile-head.module.css'
import { useArrivedHeading } from './use-arrived-heading.ts'

// Shown once per level.
const LevelNews = lazyPart(() => import('./level-news.tsx').then((module) => module.LevelNews))

const Paper = () => {
  const grid = useId()
  return (
    <svg className={styles.paper} aria-hidden>
      <defs>
        <pattern id={grid} width="24" height="24" patternUnits="userSpaceOnUse">
          <path d="M24 0H0V24" fill="none" stroke="var(--primary-6)" strokeOpacity=".08" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${grid})`} />
    </svg>
  )
}

/** The user's name and progress; `children` are the emblems of the user's guilds. */
export const ProfileHead = ({ children }: { children: ReactNode }) => {
  const { center } = useTexts()
  const me = useProfile()
  const heading = useArrivedHeading()
  const [isRead, setRead] = useState(false)
  const moment = useMoment({ kind: 'level', id: me.level }, me.level > 1)
  const read = () => {
    setRead(true)
    heading.current?.focus({ preventScroll: true })
  }
  return (
    <header className={styles.head}>
      <Paper />
      <div className={styles.person}>
        <span className={styles.picture}>
          <Avatar id={me.user_id} name={me.nickname} src={me.avatar || undefined} size={96} />
        </span>
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {me.nickname}
          </h1>
          <p>
            {(me.organizationName ? center.class(me.organizationName) : '') +
              (me.introduction || (me.organizationName ? '' : center.noIntro))}
          </p>
        </div>
        <div className={styles.guilds}>{children}</div>
      </div>
      <Level
        large
        news={
          moment === 'first' &&
          !isRead && (
            <Suspense>
              <LevelNews onSeen={read} />
            </Suspense>
          )
        }
      />
      <Link className={styles.settings} to="?tab=settings" aria-label={center.settings} title={center.settings}>
        <Settings2 size={22} aria-hidden />
      </Link>
    </header>
  )
}

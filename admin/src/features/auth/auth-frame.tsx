import { useLanguage } from '@tongchuang/ui/language.ts'
import { Logo } from '@tongchuang/ui/logo.tsx'
import { useSite } from '@tongchuang/ui/site.ts'
import type { ReactNode } from 'react'
import { switchLanguage, useTexts } from '../../locales/texts.ts'
import styles from './auth-frame.module.css'

/** The decorative drawing: a marked sheet of paper. */
const MarkedSheet = () => (
  <svg className={styles.art} viewBox="84 96 212 248" preserveAspectRatio="xMidYMid meet" aria-hidden>
    <circle cx="206" cy="206" r="74" fill="var(--primary-5)" />
    <g stroke="var(--ink-1)" strokeWidth="3.5" strokeLinejoin="round" strokeLinecap="round">
      <rect x="108" y="172" width="104" height="124" rx="4" fill="#fff" />
      <path d="M126 198h52M126 216h68M126 234h40" stroke="var(--primary-3)" fill="none" />
      <path d="m196 262 44-60 16 12-44 60-20 8z" fill="var(--sun)" />
    </g>
    <g transform="rotate(-8 140 266)" fill="none" stroke="var(--seal)" strokeWidth="3" strokeLinecap="round">
      <rect x="124" y="250" width="32" height="32" rx="6" fill="#fff" />
      <path d="m132 266 6 6 11-12" />
    </g>
  </svg>
)

const LanguageSwitch = () => {
  const { shell } = useTexts()
  const language = useLanguage()
  return (
    <nav className={styles.languages} aria-label={shell.language}>
      {(['zh-CN', 'en-US'] as const).map((code) => (
        <button
          key={code}
          type="button"
          lang={code.slice(0, 2)}
          aria-current={language === code || undefined}
          onClick={() => void (language === code || switchLanguage(code))}
        >
          {shell.languageNames[code]}
        </button>
      ))}
    </nav>
  )
}

/** The frame of the log-in pages: the product on the left, the form on the right. */
export const AuthFrame = ({ children }: { children: ReactNode }) => {
  const { shell, auth } = useTexts()
  const site = useSite()
  return (
    <div className={styles.frame}>
      <aside className={styles.board}>
        <MarkedSheet />
        <p className={styles.name}>
          <Logo />
          {site?.site_name ?? shell.siteName}
        </p>
        <div className={styles.about}>
          <b>{shell.admin}</b>
          <small>{auth.forStaff}</small>
        </div>
      </aside>
      <div className={styles.side}>
        <LanguageSwitch />
        <main id="main" className={styles.form}>
          {children}
        </main>
      </div>
    </div>
  )
}

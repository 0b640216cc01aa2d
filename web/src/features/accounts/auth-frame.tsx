import { useLanguage } from '@tongchuang/ui/language.ts'
import { Logo } from '@tongchuang/ui/logo.tsx'
import { useSiteRead } from '@tongchuang/ui/site.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import type { ReactNode } from 'react'
import { currentTexts, switchLanguage, useTexts } from '../../locales/texts.ts'
import styles from './auth-frame.module.css'

const languages = [
  { code: 'zh-CN', lang: 'zh' },
  { code: 'en-US', lang: 'en' },
] as const

const LanguageSwitch = () => {
  const { shell } = useTexts()
  const language = useLanguage()
  const change = async (next: (typeof languages)[number]['code']) => {
    if (next === language) return
    if (!(await switchLanguage(next))) return
    showToast(currentTexts()?.shell.languageChanged ?? '', 'success')
  }
  return (
    <nav className={styles.languages} aria-label={shell.language}>
      {languages.map(({ code, lang }) => (
        <button
          key={code}
          type="button"
          lang={lang}
          aria-current={language === code || undefined}
          onClick={() => void change(code)}
        >
          {shell.languageNames[code]}
        </button>
      ))}
    </nav>
  )
}

type Props = {
  wide?: boolean
  heading: ReactNode
  sub: ReactNode
  aside: ReactNode
  foot: ReactNode
  children: ReactNode
}

/** The frame of the pages before the log-in: the form on white paper, beside it the picture. */
export const AuthFrame = ({ wide = false, heading, sub, aside, foot, children }: Props) => {
  const { shell } = useTexts()
  // The school provides the name; until it is known, none is shown.
  const { data, error } = useSiteRead()
  return (
    <div className={`${styles.frame} ${wide ? styles.wide : ''}`}>
      <div className={styles.left}>
        <header className={styles.top}>
          <span className={styles.name}>
            <Logo />
            {data?.site_name ?? (error ? shell.siteName : '')}
          </span>
          <LanguageSwitch />
        </header>
        <main className={styles.form}>
          <h1>{heading}</h1>
          <p className={styles.sub}>{sub}</p>
          {children}
        </main>
        <footer className={styles.foot}>{foot}</footer>
      </div>
      {aside}
    </div>
  )
}

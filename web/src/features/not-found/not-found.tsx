import { paths, studentAreas } from '@tongchuang/contract/paths.ts'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { ProfileContext } from '@tongchuang/ui/profile.tsx'
import { Search } from 'lucide-react'
import { useContext } from 'react'
import type { FormEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import styles from './not-found.module.css'

const Drawing = () => (
  <svg
    className={styles.drawing}
    viewBox="0 0 560 400"
    fill="none"
    stroke="var(--ink-1)"
    strokeWidth="3.5"
    strokeLinejoin="round"
    strokeLinecap="round"
    aria-hidden
  >
    <defs>
      <pattern id="drawing-grid" width="20" height="20" patternUnits="userSpaceOnUse">
        <path d="M20 0H0V20" stroke="var(--primary-6)" strokeOpacity=".14" strokeWidth="1" />
      </pattern>
    </defs>
    <rect x="40" y="24" width="480" height="312" rx="20" fill="var(--primary-1)" stroke="none" />
    <rect x="40" y="24" width="480" height="312" rx="20" fill="url(#drawing-grid)" stroke="none" />
    <path d="M330 64h138v116H330z" fill="#fff" />
    <path d="M399 64v116M330 122h138" />
    <path d="M92 232h376l24 28H68z" fill="#ffe3c9" />
    <path d="M68 260h424v16H68z" fill="#f0c090" />
    <path d="M100 276v96M460 276v96M100 338h360" />
    <path d="M176 276h208v44H176z" fill="#ffe3c9" />
    <path d="M262 296h36" />
    <path d="M124 232v-40h34v40z" fill="var(--primary-6)" />
    <path d="m132 192-8-40 8-4 10 44M146 192l4-52 9 1-2 51" fill="var(--sun)" />
    <path d="m388 256 52-16 22 10-54 14z" fill="#fff" />
    <path d="m238 110 56-22-20 52-12-20z" fill="#fff" />
    <path d="m262 120 32-32" />
    <path d="M196 148c12 2 22-2 32-14" strokeDasharray="2 9" />
    <path d="M20 372h520" />
  </svg>
)

/** Says that nothing exists here and where to go instead; also for pages whose subject is gone. */
export const NotFound = () => {
  const { shell, frame } = useTexts()
  const navigate = useNavigate()
  const isTask = useLocation().pathname.startsWith(`${studentAreas.square}/task_detail`)
  const known = useContext(ProfileContext) !== null
  const look = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = new FormData(event.currentTarget).get('q')
    void navigate(paths.search(typeof wanted === 'string' ? wanted.trim() : ''))
  }
  return (
    <div className={styles.page}>
      <div>
        <h1>
          {shell.notFound.heading.map((line) => (
            <span key={line}>{line} </span>
          ))}
        </h1>
        <p className={styles.text}>{isTask ? shell.notFound.task : shell.notFound.text}</p>
        {known && (
          <search>
            <form className={styles.search} onSubmit={look}>
              <Search size={20} aria-hidden />
              <input type="search" name="q" maxLength={60} aria-label={frame.search} placeholder={frame.search} />
            </form>
          </search>
        )}
        <div className={styles.actions}>
          <Link className={buttonClass('primary', 'big')} to={known ? paths.square() : paths.login()}>
            {known ? shell.notFound.back : shell.notFound.login}
          </Link>
          {known && (
            <Link className={buttonClass('text')} to={paths.guilds()}>
              {shell.notFound.guilds}
            </Link>
          )}
        </div>
      </div>
      <Drawing />
    </div>
  )
}

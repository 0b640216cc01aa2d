import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { upTo999 } from '@tongchuang/ui/shown-count.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTexts } from '../locales/texts.ts'
import styles from './shell.module.css'
import { mayOpen, table } from './table.ts'
import { homeQuery } from '../queries/home.ts'

const entriesOf = (part: 'work' | 'school', role: RoleKey) =>
  table
    .flatMap(({ name, path, meta }) =>
      meta.menu?.part === part && mayOpen(meta, role) ? [{ name, to: path, title: meta.title, ...meta.menu }] : [],
    )
    .toSorted((a, b) => a.order - b.order)

const Waiting = ({ count }: { count: number }) => {
  const shown = upTo999(count)
  return count > 0 && <b data-wide={shown.length > 3 || undefined}>{shown}</b>
}

/** The side menu; its entries come from the table of pages. */
export const SideMenu = ({ active, role }: { active: string | undefined; role: RoleKey }) => {
  const { shell } = useTexts()
  const { data: home } = useQuery(homeQuery)
  const waiting: Readonly<Record<string, number | undefined>> = {
    review: home?.waiting.total,
    guilds: home?.inbox.joins,
  }
  return (
    <nav className={styles.menu} aria-label={shell.mainNav}>
      {(['work', 'school'] as const).map((part) => {
        const entries = entriesOf(part, role)
        if (entries.length === 0) return null
        return (
          <ul key={part}>
            {entries.map(({ name, to, title, icon: Icon }) => (
              <li key={name}>
                <Link to={to} aria-current={active === name ? 'page' : undefined}>
                  <Icon size={18} aria-hidden />
                  <span>{shell.titles[title]}</span>
                  <Waiting count={waiting[name] ?? 0} />
                </Link>
              </li>
            ))}
          </ul>
        )
      })}
    </nav>
  )
}

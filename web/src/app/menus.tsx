import { CircleDot, ExternalLink, House, Image, Shield, User } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../locales/texts.ts'
import type { Item } from './menu.ts'
import styles from './menus.module.css'
import { useCentre, useCurrent, useMenu, useMenuWords } from './use-menu.ts'

const icons: Partial<Record<string, typeof House>> = { square: House, works: Image, guilds: Shield, mycenter: User }

/** The icon of a menu item. */
export const MenuIcon = ({ item, size }: { item: Item; size: number }) => {
  const Drawn = item.isOutside ? ExternalLink : (icons[item.name] ?? CircleDot)
  return <Drawn size={size} aria-hidden />
}

/** One item of a menu; the current page is marked. */
export const MenuLink = ({
  item,
  title,
  onClick,
  children,
}: {
  item: Item
  title?: string
  onClick?: () => void
  children: ReactNode
}) => {
  const { active } = useCurrent()
  return item.isOutside ? (
    <a href={item.path} target="_blank" rel="noreferrer" title={title}>
      {children}
    </a>
  ) : (
    <Link to={item.path} aria-current={active === item.name ? 'page' : undefined} title={title} onClick={onClick}>
      {children}
    </Link>
  )
}

/** The menu in the middle of the navigation bar. */
export const TopMenu = () => {
  const { shell } = useTexts()
  const words = useMenuWords()
  return (
    <nav className={styles.top} aria-label={shell.mainNav}>
      {useMenu().map((item) => (
        <MenuLink key={item.name} item={item}>
          {words(item)}
        </MenuLink>
      ))}
    </nav>
  )
}

const isShort = (name: string, short: object): name is keyof typeof short => Object.hasOwn(short, name)

/** The phone bar, which replaces the menu at the top: three of its items and the personal center. */
export const PhoneBar = () => {
  const { shell } = useTexts()
  const words = useMenuWords()
  const centre = useCentre()
  const inside = useMenu().filter((item) => !item.isOutside)
  const items = centre ? [...inside.filter(({ name }) => name !== centre.name).slice(0, 3), centre] : inside.slice(0, 4)
  return (
    <nav className={`${styles.phone} no-print`} aria-label={shell.mainNav}>
      {items.map((item) => (
        <MenuLink key={item.name} item={item}>
          <MenuIcon item={item} size={24} />
          {isShort(item.name, shell.short) ? shell.short[item.name] : words(item)}
        </MenuLink>
      ))}
    </nav>
  )
}

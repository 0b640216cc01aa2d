import { Search } from 'lucide-react'
import { Link } from 'react-router'
import { useTexts } from '../locales/texts.ts'
import styles from './search-link.module.css'
import { table } from './table.ts'

const page = table.find(({ name }) => (name as string) === 'search')

/** The link to the search, drawn like the field it opens; only an icon where space is short. */
export const SearchLink = () => {
  const { frame } = useTexts()
  if (!page) return null
  return (
    <Link className={styles.search} to={page.path} title={frame.searchShort}>
      <Search size={18} aria-hidden />
      <span>{frame.search}</span>
      <kbd aria-hidden>/</kbd>
    </Link>
  )
}

import { paths } from '@tongchuang/contract/paths.ts'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import styles from './guild-people.module.css'

/** The link to the excellent works of a guild. */
export const AnthologyLink = ({ guild_id }: { guild_id: number }) => {
  const { guilds } = useTexts()
  return (
    <section aria-labelledby="anthology">
      <h2 id="anthology">{guilds.anthology}</h2>
      <Link className={styles.anthology} to={paths.anthology(guild_id)}>
        {guilds.anthologyHint}
      </Link>
    </section>
  )
}

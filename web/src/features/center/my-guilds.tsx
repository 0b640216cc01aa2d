import { paths } from '@tongchuang/contract/paths.ts'
import { Emblem } from '@tongchuang/ui/emblem.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import styles from './my-guilds.module.css'
import { myGuildsQuery } from './queries.ts'

/** The emblems of the user's guilds, each a link to its guild; nothing if there are none. */
export const MyGuilds = () => {
  const { center, guilds } = useTexts()
  const query = useQuery(myGuildsQuery)
  const mine = query.data?.list.filter(({ my_status }) => my_status === 'member') ?? []
  if (query.error && !query.data) return <ReadFailure of={query} what={guilds.mineFailed} />
  return (
    <ul className={styles.guilds} aria-label={center.myGuilds}>
      {mine.map(({ id, name, hue, glyph, flag }) => (
        <li key={id}>
          <Link to={paths.guild({ id, name })} aria-label={name} title={name}>
            <Emblem hue={hue} glyph={glyph} flag={flag} height={40} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

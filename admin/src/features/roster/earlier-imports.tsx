import { adminPaths } from '@tongchuang/contract/paths.ts'
import { LoadMore } from '@tongchuang/ui/load-more.tsx'
import { Moment } from '@tongchuang/ui/moment.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { importsQuery } from './queries.ts'
import styles from './roster.module.css'

/** The earlier imports, which can be continued or undone. */
export const EarlierImports = () => {
  const { roster } = useTexts()
  const imports = useInfiniteQuery(importsQuery)
  const list = imports.data?.pages.flatMap((page) => page.list) ?? []
  if (list.length === 0) return <ReadFailure of={imports} />
  return (
    <section className={styles.earlier}>
      <h2>{roster.earlier}</h2>
      <ul>
        {list.map(({ id, file_name, guild_name, row_count, state, created_by, created_at }) => (
          <li key={id}>
            <Link to={adminPaths.rosterImport(id)}>{file_name}</Link>
            <span>{guild_name ?? roster.noGuildShort}</span>
            <span>{roster.rowCount(row_count)}</span>
            <span>{roster.states[state]}</span>
            <span className={styles.quiet}>
              {created_by} <Moment at={created_at} />
            </span>
          </li>
        ))}
      </ul>
      <LoadMore of={imports} />
    </section>
  )
}

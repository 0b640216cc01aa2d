import { adminPaths } from '@tongchuang/contract/paths.ts'
import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { buttonClass } from '@tongchuang/ui/button.tsx'
import { leading, Permission } from '@tongchuang/ui/permission.tsx'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { Block } from './block.tsx'
import styles from './home-overview.module.css'
import type { Home } from './queries.ts'

/** The students with missing work by name, and a link for reminding them. */
export const Missing = ({ missing }: { missing: Home['missing'] }) => {
  const { home } = useTexts()
  return (
    <Block
      id="missing"
      title={home.missing}
      count={home.times(missing.total)}
      to={adminPaths.grades({ show: 'missing' })}
      aside={home.missingWithin}
    >
      {missing.people.length === 0 ? (
        <p className={styles.none}>{home.noMissing}</p>
      ) : (
        <ul className={styles.rows}>
          {missing.people.map(({ user_id, nickname, avatar, real_name, tasks, last_task_id, last_title }) => {
            const name = real_name || nickname
            return (
              <li key={user_id} className={styles.person}>
                <Avatar id={user_id} name={nickname} src={avatar} size={32} />
                <div>
                  <b>
                    <Permission roles={leading} others={name}>
                      <Link to={adminPaths.people(name)}>{name}</Link>
                    </Permission>
                  </b>
                  <span>{home.missed(tasks, last_title)}</span>
                </div>
                <Permission roles={leading}>
                  <Link
                    className={buttonClass('plain', 'small')}
                    to={adminPaths.missing(last_task_id, user_id)}
                    aria-label={home.remindOf(name)}
                  >
                    {home.remind}
                  </Link>
                </Permission>
              </li>
            )
          })}
        </ul>
      )}
    </Block>
  )
}

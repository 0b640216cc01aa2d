import { paths } from '@tongchuang/contract/paths.ts'
import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { LikeButton } from './like-button.tsx'
import { authorLook } from './author-look.ts'
import type { Work } from './queries.ts'
import styles from './work-card.module.css'
import { WorkCover } from './work-cover.tsx'

type Props = {
  work: Work
  ratio?: number
  eager?: boolean
  /** Opens the work over the page; if absent, the card links to the gallery. */
  onOpen?: (id: number) => void
}

/** One work of a list. Its title is the link, which covers the whole card. */
export const WorkCard = ({ work, ratio, eager, onOpen }: Props) => {
  const { works: texts } = useTexts()
  const { id, title, author, guild_name } = work
  return (
    <article className={styles.card}>
      <WorkCover work={work} {...(ratio !== undefined && { ratio })} {...(eager && { eager })} />
      <h3>
        <Link
          to={paths.work(id)}
          onClick={(event) => {
            if (!onOpen || event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            onOpen(id)
          }}
        >
          {title}
        </Link>
      </h3>
      <div className={styles.foot}>
        <Avatar id={author.user_id ?? 0} name={author.nickname || texts.someone} src={authorLook(author)} size={24} />
        <span className={styles.who}>
          <span>{author.nickname || texts.someone}</span>
          <i>{texts.ofGuild(guild_name)}</i>
        </span>
        <LikeButton work={work} />
      </div>
    </article>
  )
}

import { Moment } from '@tongchuang/ui/moment.tsx'
import { StoredHtml } from '@tongchuang/ui/stored-html.tsx'
import { Megaphone } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import styles from './announcements.module.css'
import type { ClassDetail } from './queries.ts'

/** What the teachers have told the guild, newest first. */
export const Announcements = ({ list }: { list: ClassDetail['announcements'] }) => {
  const { guilds } = useTexts()
  if (list.length === 0) return null
  return (
    <section className={styles.notice} aria-labelledby="announcements">
      <h2 id="announcements">
        <Megaphone size={18} aria-hidden />
        {guilds.announcements}
      </h2>
      <ul>
        {list.map((item) => (
          <li key={item.id}>
            <h3>{item.title}</h3>
            <span>
              <Moment at={item.created_at} />
            </span>
            <StoredHtml html={item.content_html} className={styles.text ?? ''} />
          </li>
        ))}
      </ul>
    </section>
  )
}

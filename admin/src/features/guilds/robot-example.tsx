import type { Language } from '@tongchuang/contract/errors.ts'
import { Bot } from 'lucide-react'
import { useId } from 'react'
import { useSite } from '@tongchuang/ui/site.ts'
import { useTexts } from '../../locales/texts.ts'
import styles from './robots.module.css'

/** One message, as a group would see it. */
export const RobotExample = ({ guild, titles, language }: { guild: string; titles: boolean; language: Language }) => {
  const { robots } = useTexts()
  const site = useSite()
  const id = useId()
  return (
    <section className={styles.example} aria-labelledby={id}>
      <h3 id={id}>{robots.example}</h3>
      <div>
        <Bot size={20} aria-hidden />
        <p lang={language}>
          <b>{guild}</b>
          <span>{robots.examples[language](titles)}</span>
          <span className={styles.link}>{robots.exampleLinks[language](site?.site_name ?? '')}</span>
        </p>
      </div>
    </section>
  )
}

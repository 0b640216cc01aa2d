import { paths } from '@tongchuang/contract/paths.ts'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { useSite } from '@tongchuang/ui/site.ts'
import { Check, Minus } from 'lucide-react'
import { Link } from 'react-router'
import type { ListName } from './queries.ts'
import styles from './rules.module.css'
import { useRankingWords } from './words.ts'

/** How a list is computed, in plain words, and how the user appears in it. */
export const Rules = ({ list }: { list: ListName }) => {
  const { texts } = useRankingWords(list)
  const { ranking_visibility } = useProfile()
  const isOwn = useSite()?.ranking_list === 'own'
  return (
    <aside className={styles.rules} aria-label={texts.rules}>
      <section>
        <h2>{texts.howCounted}</h2>
        <ul>
          {texts[list].counts.map((rule) => (
            <li key={rule}>
              <Check size={18} aria-hidden />
              {rule}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{texts.notCounted}</h2>
        <ul>
          {texts[list].notCounts.map((rule) => (
            <li key={rule} className={styles.not}>
              <Minus size={18} aria-hidden />
              {rule}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{texts.ties}</h2>
        <p>{texts.tiesText}</p>
      </section>
      <section>
        <h2>{texts.howShown}</h2>
        <p>{isOwn ? texts.shownToMyself : texts.shownAs[ranking_visibility]}</p>
        {!isOwn && <Link to={paths.center('settings')}>{texts.change}</Link>}
      </section>
    </aside>
  )
}

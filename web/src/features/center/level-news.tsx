import { isKeyOf } from '@tongchuang/contract/is-key-of.ts'
import { growth } from '@tongchuang/contract/growth.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { formatDay } from '@tongchuang/ui/time.ts'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import { growthKey } from '../../queries/keys.ts'
import styles from './level.module.css'

/** When and by what the level was reached, according to the ledger, and a button that only closes this news. */
export const LevelNews = ({ onSeen }: { onSeen: () => void }) => {
  const { center, standing } = useTexts()
  const language = useLanguage()
  const { level, level_from } = useProfile()
  const { data } = useQuery({
    queryKey: [...growthKey, 'reached', level],
    queryFn: () => sendQuietly(growth.ledger, { ledger: 'experience', limit: 100 }),
  })
  const by = data?.list.find(({ after, points }) => after >= level_from && after - points < level_from)
  const kind = by && isKeyOf(center.movements, by.kind) ? by.kind : null
  return (
    <div className={styles.news}>
      <p>{by && kind && standing.reachedBy(formatDay(by.at, language), center.movements[kind], by.title)}</p>
      <Button size="small" onClick={onSeen}>
        {standing.seen}
      </Button>
    </div>
  )
}

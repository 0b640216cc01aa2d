import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { useSite } from '@tongchuang/ui/site.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './choices.module.css'
import { useUpdateProfile } from './queries.ts'
import { SettingsPart } from './settings-part.tsx'

const ways = ['nickname', 'anonymous', 'hidden'] as const
type Way = (typeof ways)[number]

/** How the user appears in the rankings; a change takes effect at once. */
export const RankingPart = () => {
  const { center } = useTexts()
  const me = useProfile()
  // A school for minors names nobody in its rankings, whatever is chosen here.
  const named = useSite()?.ranking_list === 'own' ? center.rankingUnnamed : center.rankingAs(me.nickname)
  const update = useUpdateProfile()
  // The pressed option is marked at once; the state of the call arrives a render later, and the mark would jump back
  // until then.
  const [pressed, setPressed] = useState<Way | null>(null)
  const chosen = pressed ?? me.ranking_visibility
  const choose = (way: Way): void => {
    setPressed(way)
    update.mutate(
      { ranking_visibility: way },
      { onError: (failure) => showToast(failureText(failure)), onSettled: () => setPressed(null) },
    )
  }
  return (
    <SettingsPart title={center.ranking} hint={center.rankingHint}>
      <fieldset className={styles.choices} aria-label={center.ranking}>
        {ways.map((way) => (
          <label key={way} className={styles.choice}>
            <input type="radio" name="ranking" checked={chosen === way} onChange={() => choose(way)} />
            <span>
              <b>{center.rankingWays[way].name}</b>
              <small>{way === 'nickname' ? named : center.rankingWays[way].text}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </SettingsPart>
  )
}

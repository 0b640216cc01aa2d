import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useTexts } from '../../locales/texts.ts'
import styles from './choices.module.css'
import { useUpdateProfile } from './queries.ts'
import { SettingsPart } from './settings-part.tsx'

const ways = ['nickname', 'anonymous', 'hidden'] as const

/** How others meet me in the rankings; it acts at once. */
export const RankingPart = () => {
  const { center } = useTexts()
  const me = useProfile()
  const update = useUpdateProfile()
  const chosen = update.isPending
    ? (update.variables.ranking_visibility ?? me.ranking_visibility)
    : me.ranking_visibility
  return (
    <SettingsPart title={center.ranking} hint={center.rankingHint}>
      <fieldset className={styles.choices} aria-label={center.ranking}>
        {ways.map((way) => (
          <label key={way} className={styles.choice}>
            <input
              type="radio"
              name="ranking"
              checked={chosen === way}
              onChange={() =>
                update.mutate({ ranking_visibility: way }, { onError: (failure) => showToast(failureText(failure)) })
              }
            />
            <span>
              <b>{center.rankingWays[way].name}</b>
              <small>{way === 'nickname' ? center.rankingAs(me.nickname) : center.rankingWays[way].text}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </SettingsPart>
  )
}

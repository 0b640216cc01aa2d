import type { Output } from '@tongchuang/contract/call.ts'
import type { reviewSetsAdmin } from '@tongchuang/contract/review-sets.admin.ts'
import { useLanguage } from '@tongchuang/ui/language.ts'
import table from '@tongchuang/ui/table.module.css'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { useNow } from '@tongchuang/ui/use-now.ts'
import { useTexts } from '../../locales/texts.ts'
import styles from './release-set.module.css'

export type Class = Output<typeof reviewSetsAdmin.standing>['classes'][number]
export const numbers = ['people', 'scored', 'returning', 'waiting', 'missing'] as const

/** A class of a release: whether it is included, its counts, its scheduled time, and why it was refused. */
export const ClassLine = ({
  one,
  chosen,
  refusal,
  onChoose,
}: {
  one: Class
  chosen: boolean
  refusal: string | undefined
  onChoose: (does: boolean) => void
}) => {
  const { reviewSets: texts } = useTexts()
  const language = useLanguage()
  const { timed } = one
  const now = useNow(60)
  const says = timed && new Date(timed.at).getTime() > now ? texts.willNot : texts.notAtTime
  const late = timed && timed.reason !== '' ? says(formatMoment(timed.at, language), timed.text) : undefined
  const refused = refusal ?? late
  return (
    <>
      <tr>
        <th scope="row">
          <label className={styles.pick}>
            <input
              type="checkbox"
              aria-label={texts.pick(one.guild_name)}
              checked={chosen}
              disabled={one.archived}
              onChange={(event) => onChoose(event.target.checked)}
            />
            <span>
              {one.guild_name}
              {one.archived && <small>{texts.archived}</small>}
              {timed?.reason === '' && <small>{texts.timed(formatMoment(timed.at, language))}</small>}
            </span>
          </label>
        </th>
        {numbers.map((name) => (
          <td key={name} className={table.number}>
            {name === 'scored' ? <strong>{one[name]}</strong> : one[name]}
          </td>
        ))}
      </tr>
      {refused && (
        <tr>
          <td colSpan={1 + numbers.length} className={styles.refused}>
            <output>{refused}</output>
          </td>
        </tr>
      )}
    </>
  )
}

import { useTexts } from '../../locales/texts.ts'
import styles from './declarations.module.css'
import type { Work } from './work.ts'

/** Who may see the work once it has passed. */
const ShareChoice = ({
  value,
  guild,
  locked,
  onChange,
}: {
  value: Work['share']
  guild: string
  locked: boolean
  onChange: (share: Work['share']) => void
}) => {
  const { submissions: texts, tasks } = useTexts()
  const hints = { ...texts.shareHints, guild: texts.shareHints.guild(guild) }
  return (
    <fieldset className={styles.share} disabled={locked}>
      <legend>{texts.share}</legend>
      {(['none', 'guild', 'site'] as const).map((share) => (
        <label key={share}>
          <input type="radio" name="share" checked={value === share} onChange={() => onChange(share)} />
          <span>
            {tasks.shares[share]}
            <small>{hints[share]}</small>
          </span>
        </label>
      ))}
      <p>{texts.shareLater}</p>
    </fieldset>
  )
}

/** The statement that the work is the student's own. */
const Statement = ({
  checked,
  locked,
  onChange,
}: {
  checked: boolean
  locked: boolean
  onChange: (checked: boolean) => void
}) => {
  const { submissions: texts } = useTexts()
  return (
    <section id="statement" tabIndex={-1} className={styles.statement}>
      <h2>{texts.statement}</h2>
      <label>
        <input
          type="checkbox"
          checked={checked}
          disabled={locked}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>
          {texts.statementText.map((phrase) => (
            <span key={phrase} className="nb">
              {phrase}
            </span>
          ))}
        </span>
      </label>
    </section>
  )
}

type Props = {
  work: Work
  guild: string
  isOwnAsked: boolean
  locked: boolean
  onChange: (work: Partial<Work>) => void
}

/** The declarations about a work: who may see it and, where required, that it is the student's own. */
export const Declarations = ({ work, guild, isOwnAsked, locked, onChange }: Props) => (
  <>
    <ShareChoice value={work.share} guild={guild} locked={locked} onChange={(share) => onChange({ share })} />
    {isOwnAsked && (
      <Statement checked={work.statement} locked={locked} onChange={(statement) => onChange({ statement })} />
    )}
  </>
)

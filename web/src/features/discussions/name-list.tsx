import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { useTexts } from '../../locales/texts.ts'
import styles from './composer.module.css'
import type { useMention } from './use-mention.ts'

/** The members whose names match the typed text; the text keeps the focus. */
export const NameList = ({ mention }: { mention: ReturnType<typeof useMention> }) => {
  const { discussions: texts } = useTexts()
  const { names, active } = mention
  return (
    <>
      <output className="vh">{texts.namesFound(names.length)}</output>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot show pictures, and would take the focus from the text */}
      <div id={mention.id} className={styles.names} role="listbox" aria-label={texts.names}>
        {names.map((name, index) => (
          <div
            key={name.member_id}
            tabIndex={-1}
            id={mention.optionId(index)}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- chosen with the arrow keys of the text
            role="option"
            aria-selected={index === active}
            onMouseDown={(event) => {
              event.preventDefault()
              mention.take(name)
            }}
          >
            <Avatar id={name.member_id} name={name.nickname} src={name.avatar || undefined} size={28} />
            <span>{name.nickname}</span>
            {name.role !== 'student' && <small>{texts.badges[name.role]}</small>}
          </div>
        ))}
      </div>
    </>
  )
}

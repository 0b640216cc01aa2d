import type { Output } from '@tongchuang/contract/call.ts'
import type { classNames } from '@tongchuang/contract/class-names.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { useTexts } from '../../locales/texts.ts'
import styles from './people.module.css'

type Props = {
  guilds: Output<typeof classNames.read>['guilds']
  archived: ReadonlySet<number>
  onChange: (archived: ReadonlySet<number>) => void
}

/** Last year’s guilds of the renamed classes: each can be archived in the same step. */
export const LastYear = ({ guilds, archived, onChange }: Props) => {
  const { gradeUp } = useTexts()
  const all = guilds.every(({ id }) => archived.has(id))
  const turn = (id: number, does: boolean) => {
    const next = new Set(archived)
    if (does) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  return (
    <fieldset className={styles.lastYear}>
      <legend>{gradeUp.lastYear}</legend>
      <p>{gradeUp.lastYearText}</p>
      <Button size="small" tone="text" onClick={() => onChange(new Set(all ? [] : guilds.map(({ id }) => id)))}>
        {all ? gradeUp.archiveNone : gradeUp.archiveAll(guilds.length)}
      </Button>
      {guilds.map(({ id, name, members, open, waiting }) => (
        <label key={id}>
          <input type="checkbox" checked={archived.has(id)} onChange={(event) => turn(id, event.target.checked)} />
          <span>
            {name}
            <small>{gradeUp.guildHas(members, open, waiting)}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

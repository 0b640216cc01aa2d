import { paths } from '@tongchuang/contract/paths.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { describedBy, FieldError } from '@tongchuang/ui/field.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useId, useRef, useState } from 'react'
import type { ChangeEvent, FormEvent, RefObject } from 'react'
import { useNavigate } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { asInviteCode, codeLength } from './invite-code.ts'
import styles from './invite-form.module.css'
import { useJoin } from './queries.ts'

type Props = {
  guild_id?: number
  heading?: boolean
  /** A ref with which the page can move the focus to the field. */
  field?: RefObject<HTMLInputElement | null>
}

/** An invite code in one field drawn as cells; with `guild_id` only for that guild. */
export const InviteForm = ({ guild_id, heading = true, field: given }: Props) => {
  const { guilds } = useTexts()
  const id = useId()
  const own = useRef<HTMLInputElement>(null)
  const field = given ?? own
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<string>()
  const join = useJoin({ quiet: true })

  const type = ({ target: { value }, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    // Changing the value during composition would lose the letters being composed.
    setCode(nativeEvent instanceof InputEvent && nativeEvent.isComposing ? value : asInviteCode(value))
    setWrong(undefined)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (join.isPending) return
    const clean = asInviteCode(code)
    setCode(clean)
    if (clean.length < codeLength) {
      setWrong(guilds.inviteShort)
      field.current?.focus()
      return
    }
    try {
      const joined = await join.mutateAsync({ code: clean, ...(guild_id ? { guild_id } : {}) })
      showToast(guilds.joinedNow(joined.name), 'success')
      await navigate(paths.guild({ id: joined.guild_id, name: joined.name }))
    } catch (failure) {
      setWrong(failureText(failure))
      field.current?.focus()
      field.current?.select()
    }
  }

  return (
    <form className={styles.invite} noValidate onSubmit={(event) => void submit(event)}>
      <label htmlFor={id} className={heading ? styles.label : 'vh'}>
        {heading ? guilds.invite : guilds.inviteLabel}
      </label>
      <p id={`${id}-hint`} className={styles.hint}>
        {guilds.inviteHint}
      </p>
      <div className={styles.line}>
        <div className={styles.cells}>
          <input
            ref={field}
            id={id}
            name="invite"
            value={code}
            onChange={type}
            onCompositionEnd={(event) => setCode(asInviteCode(event.currentTarget.value))}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            {...describedBy(id, true, wrong)}
          />
        </div>
        <Button type="submit" tone="primary" className={styles.send} busy={join.isPending}>
          {guilds.join}
        </Button>
      </div>
      {wrong && <FieldError id={`${id}-error`}>{wrong}</FieldError>}
    </form>
  )
}

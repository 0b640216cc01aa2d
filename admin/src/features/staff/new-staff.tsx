import { CallFailed } from '@tongchuang/contract/sender.ts'
import { staffAdmin } from '@tongchuang/contract/staff.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { Field } from '@tongchuang/ui/field.tsx'
import { holdEscape, OnceDialog } from '@tongchuang/ui/once-dialog.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useFormErrors } from '@tongchuang/ui/use-form-errors.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { RoleBoxes } from './role-boxes.tsx'
import type { StaffRole } from './role-boxes.tsx'
import { staffKey } from '../../queries/keys.ts'

/** The form state of a new account, and the password the server returns. */
const useNewStaff = () => {
  const { staff } = useTexts()
  const client = useQueryClient()
  const { form, errors, mark, refuse } = useFormErrors<'username' | 'nickname'>()
  const [username, setUsername] = useState('')
  const [nickname, setNickname] = useState('')
  const [roles, setRoles] = useState<StaffRole[]>(['teacher'])
  const [password, setPassword] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || roles.length === 0) return
    if (
      refuse({
        username: username.trim() ? undefined : staff.usernameEmpty,
        nickname: nickname.trim() ? undefined : staff.nameEmpty,
      })
    )
      return
    setBusy(true)
    try {
      setPassword(
        (await sendQuietly(staffAdmin.create, { username: username.trim(), nickname: nickname.trim(), roles }))
          .password,
      )
      void client.invalidateQueries({ queryKey: staffKey })
    } catch (failure) {
      if (failure instanceof CallFailed && /^NAME_|INVALID/.test(failure.reason))
        refuse({ username: failureText(failure) })
      else showToast(failureText(failure))
    }
    setBusy(false)
  }

  const typeUsername = (typed: string) => {
    setUsername(typed)
    mark('username', undefined)
  }
  const typeNickname = (typed: string) => {
    setNickname(typed)
    mark('nickname', undefined)
  }
  return { form, errors, username, typeUsername, nickname, typeNickname, roles, setRoles, password, busy, submit }
}

const PasswordOnce = ({
  username,
  nickname,
  password,
  onClose,
}: {
  username: string
  nickname: string
  password: string
  onClose: () => void
}) => {
  const { staff } = useTexts()
  return (
    <OnceDialog title={staff.created(nickname)} noted={staff.noted} reminder={staff.noteFirst} onClose={onClose}>
      <p>{staff.passwordOnce}</p>
      <p>
        <code>{username}</code> · <code>{password}</code>
      </p>
    </OnceDialog>
  )
}

/** The dialog for a new staff account; its password is shown only once. */
export const NewStaff = ({ onClose }: { onClose: () => void }) => {
  const { staff } = useTexts()
  const id = useId()
  const { form, errors, username, typeUsername, nickname, typeNickname, roles, setRoles, password, busy, submit } =
    useNewStaff()

  if (password !== null)
    return <PasswordOnce username={username} nickname={nickname} password={password} onClose={onClose} />
  return (
    <Dialog
      title={staff.create}
      // The password is on its way, and is shown only once.
      onClose={() => busy || onClose()}
      onKeyDown={holdEscape(busy)}
      actions={
        <Button type="submit" form={id} tone="primary" busy={busy} blocked={roles.length === 0}>
          {staff.create}
        </Button>
      }
    >
      <form id={id} ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={staff.username}
          name="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={30}
          value={username}
          onChange={(event) => typeUsername(event.target.value)}
          error={errors.username}
        />
        <Field
          label={staff.name}
          name="nickname"
          maxLength={30}
          value={nickname}
          onChange={(event) => typeNickname(event.target.value)}
          error={errors.nickname}
        />
        <RoleBoxes roles={roles} onChange={setRoles} />
      </form>
    </Dialog>
  )
}

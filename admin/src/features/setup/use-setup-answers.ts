import type { Output } from '@tongchuang/contract/call.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { setupAdmin } from '@tongchuang/contract/setup.admin.ts'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { basePath } from '@tongchuang/ui/site.ts'
import { useFormErrors } from '@tongchuang/ui/use-form-errors.ts'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'

/** The server’s information for the set-up. */
export type Checked = Output<typeof setupAdmin.check>
/** The created school with its administrator. */
export type Created = Output<typeof setupAdmin.create>
const fieldNames = ['site_name', 'username', 'password', 'base_url'] as const
type FieldName = (typeof fieldNames)[number]

const fieldOf: Partial<Record<string, FieldName>> = {
  NAME_TAKEN: 'username',
  NAME_RULE: 'username',
  WEAK_PASSWORD: 'password',
}

/** The name that is proposed for the administrator; the sample data has an account `admin` of its own. */
const proposedName = (sample: boolean): string => (sample ? 'school-admin' : 'admin')

type Asked = {
  setupKey: string
  known: Checked
  onCreated: (created: Created, withSample: boolean) => void
  /** The school has an administrator already: made elsewhere, or by a press whose answer was lost. */
  onOver: (failure: unknown) => void
}

/** The answers of the set-up; refusals are shown at their fields. */
export const useSetupAnswers = ({ setupKey, known, onCreated, onOver }: Asked) => {
  const { setup } = useTexts()
  const { form, errors, mark, refuse } = useFormErrors<FieldName>()
  // Without a `username` nothing was typed, and one is proposed.
  const [written, setWritten] = useState<Record<Exclude<FieldName, 'username'>, string> & { username?: string }>({
    site_name: '',
    password: '',
    base_url: `${location.origin}${basePath()}`,
  })
  const [school_kind, setKind] = useState<'minors' | 'adults'>('minors')
  const [rankings, setRankings] = useState<'off' | 'mine' | 'site'>('mine')
  const [sample, setSample] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const values = { ...written, username: written.username ?? proposedName(sample) }

  const bind = (name: FieldName) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => {
      setWritten({ ...written, [name]: event.target.value })
      mark(name, undefined)
    },
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const missing = {
      site_name: values.site_name.trim() ? undefined : setup.siteNameEmpty,
      username: values.username.trim() ? undefined : setup.usernameEmpty,
      password: values.password.length >= 8 ? undefined : setup.passwordShort,
    }
    if (refuse(missing)) return
    setBusy(true)
    setProblem(null)
    try {
      const { base_url, ...given } = values
      onCreated(
        await sendQuietly(setupAdmin.create, {
          ...given,
          ...(known.base_url === null ? { base_url: base_url.trim() } : {}),
          rankings,
          school_kind,
          sample,
          key: setupKey,
        }),
        sample,
      )
    } catch (failure) {
      const refusal = failure instanceof CallFailed ? failure : null
      if (refusal?.reason === 'NOT_FOUND') return onOver(failure)
      const field = fieldOf[refusal?.reason ?? ''] ?? fieldNames.find((name) => name === refusal?.data.field)
      // A new school has no other accounts yet.
      const isOfSample = sample && refusal?.reason === 'NAME_TAKEN'
      if (field) refuse({ [field]: isOfSample ? setup.usernameOfSample : failureText(failure) })
      else setProblem(failureText(failure))
      setBusy(false)
    }
  }

  const takeSample = (next: boolean) => {
    setSample(next)
    // What was said of a name holds for the other choice no more.
    mark('username', undefined)
  }

  return {
    ...{ form, problem, busy, bind, submit, school_kind, setKind, rankings, setRankings, sample },
    setSample: takeSample,
  }
}

export type SetupAnswers = ReturnType<typeof useSetupAnswers>

import type { Output } from '@tongchuang/contract/call.ts'
import type { providers } from '@tongchuang/contract/providers.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { failureText } from './fetch-transport.ts'
import { Field } from './field.tsx'
import { useLanguage } from './language.ts'
import styles from './linked-accounts.module.css'
import { noteSetOut } from './log-in-apps.ts'
import { clearEntry, entryInAddress } from './log-in-entry.ts'
import { PasswordField } from './password-field.tsx'
import { ProviderSign } from './provider-buttons.tsx'
import { sayFailure } from './say-failure.ts'
import { providerTexts } from './texts/provider.ts'
import { formatDay } from './time.ts'
import { showToast } from './toast.ts'

export type OwnIdentity = Output<typeof providers.identities>[number]

/** The four calls for a person's own linked accounts; each site has its own. */
export type LinkCalls = {
  link: (said: { provider_id: number; password: string; code: string }) => Promise<{ url: string }>
  finish: (code: string) => Promise<{ name: string }>
  unlink: (provider_id: number) => Promise<unknown>
}

type Props = {
  identities: readonly OwnIdentity[]
  queryKey: readonly string[]
  calls: LinkCalls
  /** Whether a code of the second factor is required too, as for staff. */
  needsCode?: boolean
}

/** Completes the linking of an account, once, when the browser comes back from a provider with a code. */
export const useFinishedLink = (queryKey: readonly string[], { finish }: LinkCalls): void => {
  const texts = providerTexts(useLanguage())
  const client = useQueryClient()
  const begun = useRef(false)
  useEffect(() => {
    const code = entryInAddress()
    if (code === undefined || begun.current) return
    begun.current = true
    clearEntry()
    finish(code)
      .then(({ name }) => showToast(texts.linked(name), 'success'))
      .catch(sayFailure)
      .finally(() => void client.invalidateQueries({ queryKey: [...queryKey] }))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it comes back once
  }, [])
}

const LinkDialog = ({
  to,
  calls,
  needsCode,
  onClose,
}: Pick<Props, 'calls' | 'needsCode'> & { to: OwnIdentity; onClose: () => void }) => {
  const texts = providerTexts(useLanguage())
  const id = useId()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || password === '') return
    setBusy(true)
    setError(null)
    try {
      noteSetOut({ name: to.name, kind: to.kind, in_app: false })
      const { url } = await calls.link({ provider_id: to.provider_id, password, code: code.trim() })
      location.assign(url)
    } catch (failure) {
      setError(failureText(failure))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={texts.linkOf(to.name)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" form={id} tone="primary" busy={busy}>
            {texts.goThere(to.name)}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)}>
        <p className={styles.text}>{texts.linkText(to.name)}</p>
        <PasswordField
          label={texts.password}
          autoComplete="current-password"
          maxLength={1024}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={error}
        />
        {needsCode && (
          <Field
            label={texts.factorCode}
            hint={texts.factorHint}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={20}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </form>
    </Dialog>
  )
}

/** The person’s accounts at log-in providers, with buttons to link and unlink them. */
export const LinkedAccounts = ({ identities, queryKey, calls, needsCode = false }: Props) => {
  const language = useLanguage()
  const texts = providerTexts(language)
  const client = useQueryClient()
  const [open, setOpen] = useState<{ to: OwnIdentity; unlink: boolean } | null>(null)
  const unlink = useMutation({
    mutationFn: (provider_id: number) => calls.unlink(provider_id),
    onError: sayFailure,
    onSuccess: () => showToast(texts.unlinked(open?.to.name ?? ''), 'success'),
    onSettled: () => {
      setOpen(null)
      void client.invalidateQueries({ queryKey: [...queryKey] })
    },
  })
  const close = () => setOpen(null)
  const stateOf = ({ linked_at, used_at, label }: OwnIdentity): string =>
    linked_at === null
      ? texts.none
      : [texts.since(label, formatDay(linked_at, language)), used_at && texts.usedAt(formatDay(used_at, language))]
          .filter(Boolean)
          .join(' · ')
  return (
    <>
      <ul className={styles.list}>
        {identities.map((one) => {
          const isLinked = one.linked_at !== null
          return (
            <li key={one.provider_id}>
              <ProviderSign kind={one.kind} />
              <div>
                <b>{one.name}</b>
                <small>{one.down_since === null ? stateOf(one) : texts.isDown(one.name)}</small>
              </div>
              <Button
                size="small"
                aria-label={isLinked ? texts.unlinkOf(one.name) : texts.linkOf(one.name)}
                onClick={() => setOpen({ to: one, unlink: isLinked })}
              >
                {isLinked ? texts.unlink : texts.link}
              </Button>
            </li>
          )
        })}
      </ul>
      {open && !open.unlink && <LinkDialog to={open.to} calls={calls} needsCode={needsCode} onClose={close} />}
      {open?.unlink && (
        <Dialog
          title={texts.unlinkOf(open.to.name)}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>{texts.cancel}</Button>
              <Button tone="danger" busy={unlink.isPending} onClick={() => unlink.mutate(open.to.provider_id)}>
                {texts.unlink}
              </Button>
            </>
          }
        >
          <p className={styles.text}>{texts.unlinkText(open.to.name)}</p>
        </Dialog>
      )}
    </>
  )
}

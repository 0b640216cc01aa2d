import { providersAdmin as calls } from '@tongchuang/contract/providers.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { NameToConfirm } from '@tongchuang/ui/name-to-confirm.tsx'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { Switch } from '@tongchuang/ui/switch.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { providersKey } from '../../queries/keys.ts'
import styles from './providers.module.css'
import type { Given, ProviderSetUp } from './queries.ts'
import { useProviderForm, type ProviderForm } from './use-provider-form.ts'

type Props = { before: ProviderSetUp | null; fresh: Given; onClose: () => void }

/** The dialog for adding or changing a log-in provider. */
export const ProviderDialog = ({ before, fresh, onClose }: Props) => {
  const { providers } = useTexts()
  const form = useId()
  const client = useQueryClient()
  const provider = useProviderForm(before, fresh, onClose)
  const cancel = () => {
    provider.forget()
    onClose()
  }
  const [removing, setRemoving] = useState(false)
  const remove = useMutation({
    mutationFn: (id: number) => send(calls.remove, { id }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: providersKey })
      onClose()
    },
  })
  if (removing && before)
    return (
      <NameToConfirm
        title={providers.remove}
        text={providers.removeText(before.linked)}
        label={providers.typeName(before.name)}
        name={before.name}
        action={providers.remove}
        busy={remove.isPending}
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutate(before.id)}
      />
    )
  return (
    <Dialog
      title={before ? providers.edit(before.name) : providers.kinds[fresh.kind]}
      wide
      onClose={onClose}
      actions={
        <>
          {before && (
            <Button tone="danger" onClick={() => setRemoving(true)}>
              {providers.remove}
            </Button>
          )}
          <Button onClick={cancel}>{providers.cancel}</Button>
          <Button tone="primary" type="submit" form={form} busy={provider.busy}>
            {providers.save}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void provider.submit(event)}>
        <div role="alert">{provider.problem && <Notice title={provider.problem} />}</div>
        <Connection provider={provider} hasSecret={before?.has_secret ?? false} />
        <Matching provider={provider} />
      </form>
    </Dialog>
  )
}

type TextName = Exclude<
  {
    [K in keyof Given]-?: Given[K] extends string | undefined ? K : never
  }[keyof Given],
  'kind'
>

/** One field of a text. */
const Text = ({
  provider,
  name,
  label,
  hint,
  type,
  maxLength = 200,
}: {
  provider: ProviderForm
  name: TextName
  label: string
  hint?: string
  type?: string
  maxLength?: number
}) => (
  <Field
    label={label}
    hint={hint}
    type={type}
    maxLength={maxLength}
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    value={provider.given[name] ?? ''}
    error={provider.problemOf(name)}
    onChange={(event) => provider.set({ [name]: event.target.value })}
  />
)

/** The address of the provider and the credentials of this school there. */
const Connection = ({ provider, hasSecret }: { provider: ProviderForm; hasSecret: boolean }) => {
  const { providers } = useTexts()
  const { kind } = provider.given
  const isApp = kind !== 'oidc' && kind !== 'cas'
  const words = providers.fields[kind]
  return (
    <>
      <Text provider={provider} name="name" label={providers.name} hint={providers.nameHint} maxLength={20} />
      {!isApp && (
        <Text provider={provider} name="address" label={words.address} hint={words.addressHint} maxLength={300} />
      )}
      {kind !== 'cas' && (
        <div className={styles.two}>
          <Text provider={provider} name="client_id" label={words.client_id} />
          {kind === 'wecom' && <Text provider={provider} name="agent_id" label="AgentId" maxLength={60} />}
          <Field
            label={words.secret}
            hint={hasSecret ? providers.secretKept : providers.secretHint}
            type="password"
            autoComplete="new-password"
            maxLength={500}
            value={provider.given.secret ?? ''}
            error={provider.problemOf('secret')}
            onChange={(event) => provider.set({ secret: event.target.value || undefined })}
          />
        </div>
      )}
      {kind === 'oidc' && (
        <Text provider={provider} name="scopes" label={providers.scopes} hint={providers.scopesHint} />
      )}
      {isApp && (
        <details className={styles.more}>
          <summary>{providers.addresses}</summary>
          <Text provider={provider} name="address" label={words.address} hint={providers.addressOwn} maxLength={300} />
          <Text
            provider={provider}
            name="sign_in_address"
            label={providers.signInAddress}
            hint={providers.addressOwn}
            maxLength={300}
          />
        </details>
      )}
    </>
  )
}

/** How a person is matched to an account here, and who is let in. */
const Matching = ({ provider }: { provider: ProviderForm }) => {
  const { providers } = useTexts()
  const { given, set, problemOf } = provider
  const isApp = given.kind !== 'oidc' && given.kind !== 'cas'
  return (
    <>
      <div className={styles.two}>
        <Text
          provider={provider}
          name="number_claim"
          label={providers.numberClaim}
          hint={providers.numberClaimHint[given.kind]}
          maxLength={100}
        />
        <Text
          provider={provider}
          name="name_claim"
          label={providers.nameClaim}
          hint={providers.nameClaimHint}
          maxLength={100}
        />
      </div>
      <Switch
        label={providers.numberTrusted}
        hint={providers.numberTrustedHint}
        checked={given.number_trusted}
        onChange={(number_trusted) => set({ number_trusted, ...(!number_trusted && { makes_accounts: false }) })}
      />
      {given.number_trusted && (
        <Switch
          label={providers.makesAccounts}
          hint={problemOf('makes_accounts') ?? providers.makesAccountsHint}
          checked={given.makes_accounts}
          onChange={(makes_accounts) => set({ makes_accounts })}
        />
      )}
      {given.kind === 'oidc' && (
        <Field
          label={providers.acr}
          hint={providers.acrHint}
          maxLength={1_000}
          autoComplete="off"
          spellCheck={false}
          value={given.accepted_acr.join(' ')}
          error={problemOf('accepted_acr')}
          onChange={(event) => set({ accepted_acr: event.target.value === '' ? [] : event.target.value.split(' ') })}
        />
      )}
      {isApp && (
        <Switch
          label={providers.silent(given.name || providers.kinds[given.kind])}
          hint={providers.silentHint}
          checked={given.is_silent}
          onChange={(is_silent) => set({ is_silent })}
        />
      )}
      <Switch
        label={providers.enabled}
        hint={providers.enabledHint}
        checked={given.enabled}
        onChange={(enabled) => set({ enabled })}
      />
    </>
  )
}

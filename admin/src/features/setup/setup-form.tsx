import { adminPaths } from '@tongchuang/contract/paths.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { setupAdmin } from '@tongchuang/contract/setup.admin.ts'
import { Button, buttonClass } from '@tongchuang/ui/button.tsx'
import { CheckRow } from '@tongchuang/ui/check-row.tsx'
import { Field, FieldFrame } from '@tongchuang/ui/field.tsx'
import { Notice } from '@tongchuang/ui/notice.tsx'
import { PasswordField } from '@tongchuang/ui/password-field.tsx'
import { Pick } from '@tongchuang/ui/pick.tsx'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../locales/texts.ts'
import { RestoreForm } from './restore-form.tsx'
import styles from './setup-form.module.css'
import { useSetupAnswers } from './use-setup-answers.ts'
import type { Checked, Created, SetupAnswers } from './use-setup-answers.ts'

type QuestionsProps = Parameters<typeof useSetupAnswers>[0] & { onRestore: () => void }

/** The kind of school and its rankings. */
const SchoolChoices = ({ answers }: { answers: SetupAnswers }) => {
  const { setup } = useTexts()
  return (
    <>
      <FieldFrame id="school-kind" label={setup.kind} hint={setup.kindHints[answers.school_kind]}>
        <div id="school-kind">
          <Pick
            label={setup.kind}
            items={(['minors', 'adults'] as const).map((value) => ({ value, label: setup.kindNames[value] }))}
            value={answers.school_kind}
            onChange={answers.setKind}
          />
        </div>
      </FieldFrame>
      <FieldFrame id="rankings" label={setup.rankings} hint={setup.rankingHints[answers.rankings]}>
        <div id="rankings">
          <Pick
            label={setup.rankings}
            items={(['off', 'mine', 'site'] as const).map((value) => ({ value, label: setup.rankingNames[value] }))}
            value={answers.rankings}
            onChange={answers.setRankings}
          />
        </div>
      </FieldFrame>
    </>
  )
}

/** The form of the six answers of the set-up. */
const Questions = ({ setupKey, known, onCreated, onOver, onRestore }: QuestionsProps) => {
  const { setup } = useTexts()
  const answers = useSetupAnswers({ setupKey, known, onCreated, onOver })
  const { form, problem, busy, bind, submit } = answers
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <h1>{setup.heading}</h1>
      <p className={styles.lead}>{setup.lead}</p>
      <div role="alert">{problem && <Notice title={problem} />}</div>
      <Field label={setup.siteName} placeholder={setup.siteNameHint} maxLength={60} {...bind('site_name')} />
      <Field
        label={setup.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
        {...bind('username')}
      />
      <PasswordField
        label={setup.password}
        autoComplete="new-password"
        maxLength={64}
        hint={setup.passwordHint}
        {...bind('password')}
      />
      {known.base_url === null ? (
        <Field
          label={setup.baseUrl}
          type="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          hint={setup.baseUrlHint}
          {...bind('base_url')}
        />
      ) : (
        <FieldFrame id="base-url" label={setup.baseUrl} hint={setup.locked}>
          <output id="base-url">{known.base_url}</output>
        </FieldFrame>
      )}
      <SchoolChoices answers={answers} />
      {known.sample && (
        <CheckRow checked={answers.sample} onChange={answers.setSample}>
          {setup.sample}
          <small className={styles.small}>{setup.sampleHint}</small>
        </CheckRow>
      )}
      <Button type="submit" tone="primary" size="big" wide busy={busy}>
        {setup.create}
      </Button>
      <p className={styles.other}>
        {setup.haveBackup}
        <Button onClick={onRestore}>{setup.restore}</Button>
      </p>
    </form>
  )
}

/** What came of the sample data somebody asked for: its accounts, or the word that it could not be loaded. */
const SampleOutcome = ({ created, onGoOn }: { created: Created; onGoOn: () => void }) => {
  const { setup, shell } = useTexts()
  const isLoaded = created.sample.length > 0
  return (
    <div className={styles.form}>
      <h1>{isLoaded ? setup.sampleHeading : setup.sampleMissing}</h1>
      <p className={styles.lead}>{isLoaded ? setup.sampleText : setup.sampleMissingText}</p>
      <dl className={styles.accounts}>
        {created.sample.map(({ username, nickname, role, password }) => (
          <div key={username}>
            <dt>
              {nickname}
              <small className={styles.small}>
                {shell.roles[role]} · {username}
              </small>
            </dt>
            <dd>
              <code>{password}</code>
            </dd>
          </div>
        ))}
      </dl>
      <Button tone="primary" size="big" wide onClick={onGoOn}>
        {setup.goOn}
      </Button>
    </div>
  )
}

/**
 * The set-up of a new school: checks the link, asks the questions, creates the administrator and logs them in, or
 * restores a backup.
 */
export const SetupForm = ({
  setupKey,
  onDone,
}: {
  setupKey: string | null
  onDone: (token: string) => Promise<void>
}) => {
  const { setup, auth } = useTexts()
  const [known, setKnown] = useState<Checked | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [created, setCreated] = useState<Created | null>(null)
  const [restores, setRestores] = useState(false)

  const [asked, setAsked] = useState(0)

  useEffect(() => {
    sendQuietly(setupAdmin.check, { key: setupKey || '-' }).then(setKnown, setFailure)
  }, [setupKey, asked])
  const askAgain = () => {
    setFailure(null)
    setAsked(asked + 1)
  }

  if (created) return <SampleOutcome created={created} onGoOn={() => void onDone(created.userinfo.token)} />
  if (failure) {
    const reason = failure instanceof CallFailed ? failure.reason : ''
    const isOver = reason === 'NOT_FOUND'
    // If the server does not answer, nothing is known about the link.
    if (!isOver && reason !== 'SETUP_KEY') return <RegionError error={failure} onRetry={askAgain} />
    return (
      <div className={styles.form}>
        <h1>{isOver ? setup.over : setup.linkOld}</h1>
        <p className={styles.lead}>{isOver ? setup.overText : setup.linkOldText}</p>
        {isOver && (
          <Link className={buttonClass('primary', 'big')} to={adminPaths.login()}>
            {auth.heading}
          </Link>
        )}
      </div>
    )
  }
  if (!known || setupKey === null) return <Skeleton height={420} />
  if (restores) return <RestoreForm setupKey={setupKey} onBack={() => setRestores(false)} />
  return (
    <Questions
      setupKey={setupKey}
      known={known}
      onRestore={() => setRestores(true)}
      onOver={setFailure}
      onCreated={(made, withSample) => {
        if (withSample) setCreated(made)
        else void onDone(made.userinfo.token)
      }}
    />
  )
}

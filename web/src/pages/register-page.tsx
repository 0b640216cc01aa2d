import { studentPages } from '@tongchuang/contract/paths.ts'
import type { AuthContext } from '@tongchuang/ui/session.ts'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { useSiteRead } from '@tongchuang/ui/site.ts'
import { useState } from 'react'
import { Link, useLocation, useOutletContext, useSearchParams } from 'react-router'
import { AuthFrame } from '../features/accounts/auth-frame.tsx'
import { MemberCard } from '../features/accounts/member-card.tsx'
import { RegisterForm } from '../features/accounts/register-form.tsx'
import type { Draft } from '../features/accounts/registration-problems.ts'
import { useInvite } from '../features/accounts/use-invite.ts'
import { useTexts } from '../locales/texts.ts'

const empty: Draft = {
  method: 'invite',
  invite: '',
  email: '',
  code: '',
  mobile: '',
  username: '',
  nickname: '',
  password: '',
  consent: false,
}

/** /register: the form, and beside it what others will see. `?invite=` fills in a code that came as a link. */
export const RegisterPage = () => {
  const { accounts, registering } = useTexts()
  const { loggedIn } = useOutletContext<AuthContext>()
  const { search } = useLocation()
  const [query] = useSearchParams()
  const read = useSiteRead()
  const site = read.data
  const [typed, setTyped] = useState<Draft>({ ...empty, invite: query.get('invite') ?? '' })
  const onlyCode = site?.doors.code && !site.doors.invite
  const draft = onlyCode ? { ...typed, method: 'code' as const } : typed
  const invite = useInvite(draft.method === 'invite' ? draft.invite : '')

  return (
    <AuthFrame
      wide
      heading={accounts.register}
      sub={
        <>
          {registering.haveAccount}
          <Link className="link" to={studentPages.login + search}>
            {accounts.login}
          </Link>
        </>
      }
      aside={<MemberCard nickname={draft.nickname.trim()} username={draft.username.trim()} guild={invite.guild} />}
      foot={<span>{registering.teacherNote}</span>}
    >
      <ReadFailure of={read} what={accounts.siteFailed.register} />
      {!site && read.error === null && <Skeleton height={520} />}
      {site && (site.doors.invite || site.doors.code) && (
        <RegisterForm
          site={site}
          draft={draft}
          onChange={(part) => setTyped((before) => ({ ...before, ...part }))}
          invite={invite}
          onRegistered={loggedIn}
        />
      )}
      {site && !site.doors.invite && !site.doors.code && <p>{registering.noDoor}</p>}
    </AuthFrame>
  )
}

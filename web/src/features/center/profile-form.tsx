import type { Profile } from '@tongchuang/contract/profile.ts'
import { partOf } from '@tongchuang/contract/records.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { parsedAddress } from '@tongchuang/contract/web-address.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { Field, FieldFrame, TextArea } from '@tongchuang/ui/field.tsx'
import field from '@tongchuang/ui/field.module.css'
import { keptText } from '@tongchuang/ui/kept-text.ts'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { serverNow } from '@tongchuang/ui/server-clock.ts'
import { formatTime } from '@tongchuang/ui/time.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useStudentText } from '@tongchuang/ui/use-student-text.ts'
import { Check } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { AvatarPart } from './avatar-part.tsx'
import { useProfileAnew, useUpdateProfile } from './queries.ts'
import { SettingsPart } from './settings-part.tsx'
import styles from './settings.module.css'

/** Whether a web address has a form that the server accepts; empty is allowed. */
const isWebsite = (address: string): boolean =>
  address === '' || (/^https?:\/\//i.test(address) && parsedAddress(address) !== null)

const shownOf = ({ nickname, gender, locationName, personalWebsite, introduction }: Profile) => ({
  nickname,
  gender: String(gender),
  locationName,
  personalWebsite,
  introduction,
})
type Values = ReturnType<typeof shownOf>

/** The fields that differ from their initial values, so that changes made elsewhere meanwhile are not reverted. */
const changesOf = (begin: Values, values: Values): Partial<Values> =>
  partOf(values, (name, text) => text !== begin[name])

/** A value for each field. */
const eachField = (valueOf: (name: keyof Values) => string): Values => ({
  nickname: valueOf('nickname'),
  gender: valueOf('gender'),
  locationName: valueOf('locationName'),
  personalWebsite: valueOf('personalWebsite'),
  introduction: valueOf('introduction'),
})

/** The edited fields of the profile, their errors, and the time of the last save. */
const useProfileForm = () => {
  const { center } = useTexts()
  const me = useProfile()
  const form = useRef<HTMLFormElement>(null)
  const update = useUpdateProfile()
  const readAnew = useProfileAnew()
  const [begin, setBegin] = useState(() => shownOf(me))
  const [values, setValues] = useState(begin)
  // The only field for longer text, kept on the device while unsent.
  const introduction = useStudentText('introduction', me.introduction)
  /** The stored introduction that the words on this device were to replace; `=` before it tells none from empty. */
  const replaced = keptText(`words:${me.id}:introduction-was`)
  const [wrong, setWrong] = useState<{ nickname?: string; personalWebsite?: string; introduction?: string }>(() => {
    const was = replaced.read()
    const isOlder = was !== '' && was !== `=${me.introduction}` && introduction.text !== me.introduction
    return isOlder ? { introduction: center.changedSince(me.introduction) } : {}
  })
  const atFirst = useRef(wrong)
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const typed = useRef(0)

  useEffect(() => {
    // What is said when the page opens takes nobody to the field.
    if (wrong !== atFirst.current && Object.keys(wrong).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [wrong])

  const put = (name: keyof Values) => (event: { target: { value: string } }) => {
    if (name === 'introduction') {
      introduction.write(event.target.value)
      replaced.write(`=${begin.introduction}`)
    } else setValues({ ...values, [name]: event.target.value })
    typed.current += 1
    setSavedAt(null)
    if (name in wrong) setWrong({})
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (update.isPending) return
    const all = { ...values, introduction: introduction.text }
    const trimmed = eachField((name) => all[name].trim())
    const found = {
      ...(trimmed.nickname ? {} : { nickname: center.nicknameEmpty }),
      ...(isWebsite(trimmed.personalWebsite) ? {} : { personalWebsite: center.websiteWrong }),
    }
    setWrong(found)
    if (Object.keys(found).length > 0) return
    try {
      const { gender, ...texts } = changesOf(begin, trimmed)
      const sending = typed.current
      const changes = {
        ...texts,
        ...(gender && { gender: Number(gender) }),
        ...(texts.introduction !== undefined && { introduction_was: begin.introduction }),
      }
      const saved = shownOf(await introduction.send(() => update.mutateAsync(changes)))
      setBegin({ ...saved, introduction: trimmed.introduction })
      // Text typed during the save stays in the form, still unsaved.
      setValues((now) => eachField((name) => (now[name] === all[name] ? saved[name] : now[name])))
      if (typed.current === sending) setSavedAt(serverNow())
    } catch (failure) {
      if (failure instanceof CallFailed && failure.reason === 'CHANGED') {
        // From here on the student knows the other words: saving again replaces them.
        const there = await readAnew().catch(() => null)
        if (there) setBegin({ ...begin, introduction: there.introduction })
        setWrong({ introduction: there ? center.otherWindow(there.introduction) : failureText(failure) })
        return
      }
      const name =
        failure instanceof CallFailed && failure.data.field === 'personalWebsite' ? 'personalWebsite' : 'nickname'
      if (failure instanceof CallFailed && failure.reason === 'INVALID') setWrong({ [name]: failureText(failure) })
      else showToast(failureText(failure))
    }
  }
  return {
    form,
    values: { ...values, introduction: introduction.text },
    wrong,
    savedAt,
    put,
    submit,
    isSaving: update.isPending,
  }
}

/** The time of the last save, shown and announced. */
const Saved = ({ at }: { at: number | null }) => {
  const { center } = useTexts()
  const language = useLanguage()
  return (
    <output className={styles.saved}>
      {at !== null && (
        <>
          <Check size={16} aria-hidden />
          {center.saved(formatTime(at, language))}
        </>
      )}
    </output>
  )
}

/** The fields of the profile that others see: saved together, with the time of the save. */
export const ProfileForm = () => {
  const { center } = useTexts()
  const me = useProfile()
  const genderId = useId()
  const { form, values, wrong, savedAt, put, submit, isSaving } = useProfileForm()

  return (
    <SettingsPart title={center.info} hint={center.infoHint}>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <AvatarPart nickname={values.nickname || me.nickname} />
        <div className={styles.pair}>
          <Field
            label={center.nickname}
            name="nickname"
            autoComplete="nickname"
            maxLength={30}
            value={values.nickname}
            onChange={put('nickname')}
            hint={
              me.nickname_given && values.nickname === me.nickname
                ? center.nicknameGiven
                : center.counted([...values.nickname].length, 30)
            }
            error={wrong.nickname}
          />
          <FieldFrame id={genderId} label={center.gender}>
            <select id={genderId} name="gender" className={field.input} value={values.gender} onChange={put('gender')}>
              {center.genders.map((name, index) => (
                <option key={name} value={String(index)}>
                  {name}
                </option>
              ))}
            </select>
          </FieldFrame>
        </div>
        <TextArea
          label={center.introduction}
          name="introduction"
          maxLength={200}
          rows={3}
          value={values.introduction}
          onChange={put('introduction')}
          hint={center.counted([...values.introduction].length, 200)}
          error={wrong.introduction}
        />
        <div className={styles.pair}>
          <Field
            label={center.location}
            name="location"
            autoComplete="address-level2"
            maxLength={60}
            value={values.locationName}
            onChange={put('locationName')}
          />
          <Field
            label={center.website}
            name="website"
            type="url"
            inputMode="url"
            autoComplete="url"
            maxLength={200}
            value={values.personalWebsite}
            onChange={put('personalWebsite')}
            hint={center.websiteHint}
            error={wrong.personalWebsite}
          />
        </div>
        <div className={styles.end}>
          <Button type="submit" tone="primary" busy={isSaving}>
            {center.save}
          </Button>
          <Saved at={savedAt} />
        </div>
      </form>
    </SettingsPart>
  )
}

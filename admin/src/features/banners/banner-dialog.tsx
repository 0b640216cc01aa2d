import { bannersAdmin } from '@tongchuang/contract/banners.admin.ts'
import { bannerArts } from '@tongchuang/contract/banners.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { NameToConfirm } from '@tongchuang/ui/name-to-confirm.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { SelectField } from '@tongchuang/ui/select-field.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { Switch } from '@tongchuang/ui/switch.tsx'
import { WallClockField } from '@tongchuang/ui/wall-clock-field.tsx'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { BannerPicture } from './banner-picture.tsx'
import styles from './banners.module.css'
import { ledGuildsQuery } from '../../queries/guilds.ts'
import { useBannerChange, type Banner } from './queries.ts'
import { useBannerForm, type BannerForm, type Upload } from './use-banner-form.ts'

type Props = { before: Banner | null; upload: Upload; onClose: () => void }

/** The dialog for adding or changing a banner. */
export const BannerDialog = ({ before, upload, onClose }: Props) => {
  const { banners } = useTexts()
  const form = useId()
  const banner = useBannerForm(before, upload, onClose)
  const cancel = () => {
    banner.forget()
    onClose()
  }
  const remove = useBannerChange((id: number) => send(bannersAdmin.remove, { id }))
  const [removing, setRemoving] = useState(false)

  if (removing && before)
    return (
      <NameToConfirm
        title={banners.remove}
        text={banners.removeText}
        label={banners.typeTitle(before.title)}
        name={before.title}
        action={banners.remove}
        busy={remove.isPending}
        onClose={() => setRemoving(false)}
        onConfirm={() => remove.mutate(before.id, { onSuccess: onClose })}
      />
    )
  return (
    <Dialog
      title={before ? banners.edit(before.title) : banners.add}
      wide
      onClose={onClose}
      unsaved={false}
      actions={
        <>
          {before && (
            <Button tone="danger" onClick={() => setRemoving(true)}>
              {banners.remove}
            </Button>
          )}
          <Button onClick={cancel}>{banners.cancel}</Button>
          <Button tone="primary" type="submit" form={form} busy={banner.isSaving} blocked={banner.percent !== null}>
            {banners.save}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={banner.submit}>
        <BannerFields before={before} banner={banner} />
      </form>
    </Dialog>
  )
}

/** The fields of a banner: its texts and picture, its link, its period and its audience. */
const BannerFields = ({ before, banner }: { before: Banner | null; banner: BannerForm }) => {
  const { banners } = useTexts()
  const { given, set, problemOf, percent, pick } = banner
  const text = (
    name: 'title' | 'subtitle' | 'alt' | 'link' | 'link_text',
    maxLength: number,
    hint?: string,
    required = false,
  ) => (
    <Field
      label={banners.fields[name]}
      hint={hint}
      error={problemOf(name)}
      value={given[name]}
      maxLength={maxLength}
      required={required}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  )
  const date = (name: 'begin_at' | 'end_at', hint: string) => (
    <WallClockField
      label={banners.fields[name]}
      hint={hint}
      error={problemOf(name)}
      value={given[name]}
      onChange={(instant) => set({ [name]: instant })}
    />
  )
  return (
    <>
      {text('title', 40, undefined, true)}
      {text('subtitle', 80)}
      <PictureField given={given} percent={percent} pick={(file) => void pick(file)} set={set} />
      {text('alt', 120, banners.altHint, true)}
      <div className={styles.two}>
        {text('link', 500, banners.linkHint)}
        {text('link_text', 20, banners.linkTextHint)}
      </div>
      <div className={styles.two}>
        {date('begin_at', banners.beginHint)}
        {date('end_at', banners.endHint)}
      </div>
      <Audience before={before} guild_id={given.guild_id} onChange={(guild_id) => set({ guild_id })} />
      <Switch label={banners.fields.visible} checked={given.visible} onChange={(visible) => set({ visible })} />
    </>
  )
}

/**
 * The audience: everybody or one guild. The guild of an existing banner stays available even if the teacher no longer
 * leads it.
 */
const Audience = ({
  before,
  guild_id,
  onChange,
}: {
  before: Banner | null
  guild_id: number | null
  onChange: (guild_id: number | null) => void
}) => {
  const { banners } = useTexts()
  const names = useQuery(ledGuildsQuery)
  const guilds = names.data ?? []
  return (
    <>
      <ReadFailure of={names} />
      <SelectField
        label={banners.fields.guild_id}
        value={String(guild_id ?? '')}
        onChange={(id) => onChange(id === '' ? null : Number(id))}
      >
        <option value="">{banners.everybody}</option>
        {before?.guild_id && !guilds.some(({ id }) => id === before.guild_id) && (
          <option value={before.guild_id}>{before.guild}</option>
        )}
        {guilds.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  )
}

type Pictured = { image_file_id: number | null; image: string; art: Banner['art'] }

/** Chooses one of the drawings or an uploaded picture. */
const PictureField = ({
  given,
  percent,
  pick,
  set,
}: {
  given: Pictured
  percent: number | null
  pick: (file: File) => void
  set: (next: Partial<Pictured>) => void
}) => {
  const { banners } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  return (
    <fieldset className={styles.arts}>
      <legend>{banners.picture}</legend>
      {bannerArts.map((art) => (
        <button
          key={art}
          type="button"
          aria-label={banners.arts[art]}
          aria-pressed={given.image_file_id === null && given.art === art}
          onClick={() => set({ art, image_file_id: null, image: '' })}
        >
          <BannerPicture image="" art={art} />
        </button>
      ))}
      {given.image_file_id !== null && (
        <button type="button" aria-label={banners.own} aria-pressed>
          <BannerPicture image={given.image} art={given.art} />
        </button>
      )}
      <Button size="small" busy={percent !== null} onClick={() => input.current?.click()}>
        {percent === null ? banners.pick : banners.uploading(percent)}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={banners.pick}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) pick(file)
          event.target.value = ''
        }}
      />
    </fieldset>
  )
}
